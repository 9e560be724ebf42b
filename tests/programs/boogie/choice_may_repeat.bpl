// fermata: violated hang stuck-loop
// fermata: violated termination stuck-loop
// fermata-args: --property hang,termination
//
// Choices are the environment's, and it may choose to go round for ever.
procedure {:entrypoint} Main()
{
  while (*) { }
}
