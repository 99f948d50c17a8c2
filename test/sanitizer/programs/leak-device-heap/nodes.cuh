// finds: 4 Leaked 24 bytes
struct Link { Link *next; double value[2]; };
__device__ inline Link *push(Link *list, double v) {
  Link *made = new Link;
  made->next = list;
  made->value[0] = v;
  return made;
}
