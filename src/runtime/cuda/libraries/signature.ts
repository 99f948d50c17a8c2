/** How the arguments of a compiled Fortran routine become those of the C function of the same meaning. */

/**
 * One letter for each argument of the C function: h handle of the library, i 32 and l 64 bits, f and d reals by value, p address of data on either side, s of a number that is only read,
 * c one character (comes as address and length), r an object other than the handle, made before; I and L numbers of 32 and
 * 64 bits that Fortran gives by the address of an i32, B one of 64 bits by the address of an i64; all come as one argument, but for c.
 */
export type Letter = 'h' | 'i' | 'l' | 'f' | 'd' | 'p' | 's' | 'c' | 'r' | 'I' | 'L' | 'B';
export type CType = 'i32' | 'i64' | 'f32' | 'f64' | 'address' | 'byte';

const types: Readonly<Record<Letter, CType>> = {
  h: 'address',
  i: 'i32',
  l: 'i64',
  f: 'f32',
  d: 'f64',
  p: 'address',
  s: 'address',
  c: 'byte',
  r: 'address',
  I: 'i32',
  L: 'i64',
  B: 'i64',
};

export const libraryNames = ['cublas', 'cufft', 'cusolver', 'curand', 'cusparse'] as const;
export type LibraryName = (typeof libraryNames)[number];

/** A C function: its library, its name, its arguments. */
export type CFunction = { readonly library: LibraryName; readonly name: string; readonly takes: string };

export function lettersOf(takes: string): readonly Letter[] {
  return [...takes].map((letter) => {
    if (!isLetter(letter)) throw new RangeError(`${letter} is no kind of argument`);
    return letter;
  });
}

export function typesOf(takes: string): readonly CType[] {
  return lettersOf(takes).map((letter) => types[letter]);
}

function isLetter(text: string): text is Letter {
  return Object.hasOwn(types, text);
}

/**
 * A routine of library/fortran by its name in IR. before: the C function is called instead, where it is there and knows the objects; after: the routine has run and
 * succeeded, what it did is done in the C library too, or remembered for it.
 */
export type NativeRow = {
  readonly routine: string;
  readonly when: 'before' | 'after';
  readonly calls?: CFunction;
  /** Scalars are on the host or on the device. */
  readonly scalars?: 'host' | 'device';
  /** A plan whose data lie one after the other: what is said of their layout means nothing. */
  readonly packed?: true;
  /** Which argument is the object whose counterpart is forgotten. */
  readonly forgets?: number;
  /** What is not the plain call of a function. */
  readonly does?: Deed;
};

/** What else a row may do; the library's file has a function for each. */
export type Deed =
  | 'create'
  | 'initialise'
  | 'destroy'
  | 'stream'
  | 'math'
  | 'plan'
  | 'several'
  | 'plan-many'
  | 'make-plan'
  | 'make-plan-many'
  | 'setting'
  | 'make'
  | 'unmake'
  | 'forget'
  | 'execute';
