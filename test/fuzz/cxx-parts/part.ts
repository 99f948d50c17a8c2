/** What a part of a random program gives: declarations for the file, and statements of `main` that print what came out. */
export type Part = { readonly declarations: string; readonly statements: string };

export const list = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
