/** Types and procedures with a mistake in their definition, which has been told: messages about their use would only repeat it. */
const incomplete = new WeakSet<object>();

export function markIncomplete(thing: object): void {
  incomplete.add(thing);
}

export function isIncomplete(thing: object): boolean {
  return incomplete.has(thing);
}
