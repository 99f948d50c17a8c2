extern void first_of(const unsigned *text, int *code);

int code_of(unsigned a)
{
  unsigned text[2] = {a, 0x1f600};
  int code = 0;
  first_of(text, &code);
  return code;
}
