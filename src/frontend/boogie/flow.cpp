// SPDX-License-Identifier: Apache-2.0
#include "frontend/boogie/flow.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>

#include "frontend/boogie/tokens.h"

namespace fermata::frontend::boogie {

namespace {

class Flow {
 public:
  Flow(const Procedure& procedure, std::string_view file) : procedure_(procedure), file_(file) {}

  Result<std::vector<Block>> run() {
    here_ = add();
    statements(procedure_.body);
    end(Block::End::leave, procedure_.end, {});
    if (error_) return std::unexpected(*error_);
    return std::move(blocks_);
  }

 private:
  struct Way {  ///< out of what a `break` can leave
    std::string_view label;
    bool loop;
    std::size_t target;
  };

  std::size_t add() {
    blocks_.emplace_back();
    return blocks_.size() - 1;
  }
  std::size_t of_label(std::string_view name) {
    const auto [found, is_new] = labels_.emplace(name, 0);
    if (is_new) found->second = add();
    return found->second;
  }
  void end(Block::End how, Place at, std::vector<std::size_t> targets, const Expression* condition = nullptr) {
    Block& b = blocks_[here_];
    b.end = how;
    b.at = at;
    b.targets = std::move(targets);
    b.condition = condition;
  }
  void jump(Place at, std::size_t target) { end(Block::End::jump, at, {target}); }

  void statements(const std::vector<Statement>& all) {
    std::string_view label;  // that stands right before
    for (const Statement& s : all) {
      statement(s, label);
      label = s.kind == Statement::Kind::label ? std::string_view(s.name) : std::string_view();
    }
  }

  void statement(const Statement& s, std::string_view label) {
    using Kind = Statement::Kind;
    switch (s.kind) {
      case Kind::label: {
        const std::size_t target = of_label(s.name);
        jump(s.at, target);
        here_ = target;
        return;
      }
      case Kind::goto_: {
        std::vector<std::size_t> targets;
        for (const std::string& name : s.labels) targets.push_back(of_label(name));
        end(Block::End::jump, s.at, std::move(targets));
        here_ = add();
        return;
      }
      case Kind::return_:
        end(Block::End::leave, s.at, {});
        here_ = add();
        return;
      case Kind::break_:
        leave(s);
        here_ = add();
        return;
      case Kind::if_: {
        const std::size_t yes = add(), no = add(), after = add();
        split(s, yes, no);
        ways_.push_back({label, false, after});
        here_ = yes;
        statements(s.body);
        jump(s.at, after);
        here_ = no;
        statements(s.otherwise);
        jump(s.at, after);
        ways_.pop_back();
        here_ = after;
        return;
      }
      case Kind::while_: {
        const std::size_t head = add(), body = add(), after = add();
        jump(s.at, head);
        here_ = head;
        split(s, body, after);
        ways_.push_back({label, true, after});
        here_ = body;
        statements(s.body);
        jump(s.at, head);
        ways_.pop_back();
        here_ = after;
        return;
      }
      default: blocks_[here_].steps.push_back(&s);
    }
  }

  void split(const Statement& s, std::size_t yes, std::size_t no) {
    if (s.values.empty())
      end(Block::End::jump, s.at, {yes, no});
    else
      end(Block::End::branch, s.at, {yes, no}, &s.values[0]);
  }

  void leave(const Statement& s) {
    for (auto way = ways_.rbegin(); way != ways_.rend(); ++way)
      if (s.name.empty() ? way->loop : way->label == s.name) return jump(s.at, way->target);
    if (!error_)
      error_ = Error{s.name.empty() ? std::string("'break' stands in no loop")
                                    : fmt::format("'break {}' stands in no loop or if with this label", s.name),
                     shown(file_, s.at), ""};
  }

  const Procedure& procedure_;
  std::string_view file_;
  std::vector<Block> blocks_;
  std::size_t here_ = 0;
  std::map<std::string_view, std::size_t> labels_;
  std::vector<Way> ways_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::vector<Block>> flow_of(const Procedure& procedure, std::string_view file) {
  return Flow(procedure, file).run();
}

}  // namespace fermata::frontend::boogie
