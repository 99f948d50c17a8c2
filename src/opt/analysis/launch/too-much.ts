/** Thrown where code is too much to follow. */
export class TooMuch extends Error {}
