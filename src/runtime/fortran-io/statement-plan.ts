/** What is known of a statement that is one call (transferPlan of machine/transfer-plan.ts) before it first runs. */
import { type Format, parseFormat } from '../../library/format-parse.ts';
import { IoFailure } from '../../library/io-errors.ts';
import { planIn, type TransferPlan } from '../../machine/transfer-plan.ts';

export type StatementPlan = TransferPlan & {
  readonly reading: boolean;
  /** The format as bytes; undefined for `*`. */
  readonly text: Uint8Array | undefined;
  /** Undefined for `*`, and where the text is no format: the statement will say so. */
  readonly parsed: Format | undefined;
  /** One character item under `(a)`. */
  readonly isLine: boolean;
};

export function statementPlan(text: string): StatementPlan {
  const plan = planIn(text);
  const bytes = plan.format === '*' ? undefined : Uint8Array.from(plan.format, (c) => c.charCodeAt(0));
  const parsed = bytes && parsedIn(bytes);
  const { items, operation } = plan;
  const isLine = items.length === 1 && items[0]?.type === 'character' && parsed !== undefined && isBareText(parsed);
  return { ...plan, reading: operation === 'read', text: bytes, parsed, isLine };
}

function parsedIn(bytes: Uint8Array): Format | undefined {
  try {
    return parseFormat(bytes);
  } catch (error) {
    if (error instanceof IoFailure) return undefined;
    throw error;
  }
}

function isBareText({ steps: [edit, end] }: Format): boolean {
  return edit?.kind === 'data' && edit.letter === 'A' && edit.width === undefined && end?.kind === 'end';
}
