/* char as a parameter and as a result, both ways. */
extern char upper(char c);

char after(char c) { return upper(c) + 1; }

int number_of(char c) { return c; }
