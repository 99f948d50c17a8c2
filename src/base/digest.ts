/** A name for contents: 16 hexadecimal digits, different for what is different. */
import { cryptography } from './node-parts.ts';

export function digestOf(contents: string | Uint8Array): string {
  return cryptography().createHash('sha256').update(contents).digest('hex').slice(0, 16);
}
