/** Names of C++ as the linker sees them, in the form of the Itanium ABI (without its abbreviations). */
import { byName } from '../../../base/by-name.ts';
import {
  type FunctionType,
  integerRow,
  type RecordType,
  showArgument,
  type TemplateArgument,
  type Type,
} from '../types.ts';

/** Where a class was declared: filled by those who declare it. */
export const pathOfRecord = new WeakMap<object, readonly string[]>();

export function mangled(
  path: readonly string[],
  name: string,
  type: FunctionType | undefined,
  isConst = false,
): string {
  const whole = nested([...path, name], isConst);
  if (!type) return path.length === 0 ? name : `_Z${whole}`;
  return `_Z${whole}${type.params.length === 0 && !type.variadic ? 'v' : type.params.map(code).join('')}${type.variadic ? 'z' : ''}`;
}

function nested(path: readonly string[], isConst = false): string {
  const parts = path.map(piece).join('');
  return path.length === 1 ? parts : `N${isConst ? 'K' : ''}${parts}E`;
}

const special: Readonly<Record<string, string>> = byName({ constructor: 'C1', destructor: 'D1' });

function piece(name: string): string {
  return special[name] ?? `${name.length}${name}`;
}

function recordCode(record: RecordType): string {
  return nested([...(pathOfRecord.get(record) ?? []), record.name]);
}

function code(t: Type): string {
  const q = `${t.volatile ? 'V' : ''}${t.const ? 'K' : ''}`;
  switch (t.kind) {
    case 'void':
      return `${q}v`;
    case 'bool':
      return `${q}b`;
    case 'nullptr':
      return `${q}Dn`;
    case 'integer':
      return q + integerRow(t).code;
    case 'float':
      return q + { 2: '6__half', 4: 'f', 8: 'd', 16: 'e' }[t.bytes];
    case 'pointer':
      return `${q}P${code(t.to)}`;
    case 'reference':
      return `${t.rvalue ? 'O' : 'R'}${code(t.to)}`;
    case 'array':
      return `A${t.count ?? ''}_${code(t.of)}`;
    case 'function':
      return `F${code(t.result)}${t.params.length === 0 ? 'v' : t.params.map(code).join('')}E`;
    case 'record':
      return q + recordCode(t.record);
    case 'enum':
      return q + nested([...(pathOfRecord.get(t.of) ?? []), t.of.name]);
    case 'member-pointer':
      return `${q}M${recordCode(t.of)}${code(t.to)}`;
    case 'va-list':
      return `${q}P13__va_list_tag`;
    default:
      return q + piece(t.kind);
  }
}

/** `name<…>` as a class made of a template is called. */
export function withArguments(name: string, args: readonly TemplateArgument[]): string {
  return `${name}<${args.map(showArgument).join(', ')}>`;
}
