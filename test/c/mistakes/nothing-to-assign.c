struct part;
void set(void *p, int i) { *p = i; }
void count(void *p) { (*p)++; p[1] += 2; }
void copy(struct part *to, struct part *from) { *to = *from; }
void plain(float *p, void *q) { (void)*q; *p = *(float *)q; }
