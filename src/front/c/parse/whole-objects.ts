/**
 * Constructors and destructors of classes with virtual bases. As written they make and end whole objects; where the object is a base of another one, which makes and ends the virtual bases
 * and has them elsewhere, a copy of the function stands for it, without those statements and with the tables of that part.
 */
import { partElsewhere } from '../errors.ts';
import type { Expression, FunctionSymbol, Initial, Statement } from '../tree.ts';
import type { Field, RecordType } from '../types.ts';
import type { Parser } from './parser.ts';
import { type Setting, whole, within } from './parts.ts';
import { tablesOf } from './virtuals.ts';

/** The statements that make or end the bases of a whole object, with the functions that are meant for parts. */
export const settled = (p: Parser, list: readonly Statement[], record: RecordType): Statement[] =>
  list.map((s) => inSetting(p, s, whole(record)));

const variants = new WeakMap<FunctionSymbol, Map<string, FunctionSymbol>>();

/** The function for an object there. */
function inPart(p: Parser, fn: FunctionSymbol, setting: Setting): FunctionSymbol {
  if (setting.name === '' || fn.member?.of !== setting.record) return fn;
  const known = variants.get(fn) ?? new Map<string, FunctionSymbol>();
  variants.set(fn, known);
  const before = known.get(setting.name);
  if (before) return before;
  const symbol = `${fn.symbol}${setting.name}@${p.path}`;
  const made: FunctionSymbol = { ...fn, symbol, internal: true, body: undefined, pending: undefined };
  made.pending = () => {
    made.pending = undefined;
    fn.pending?.();
    made.params = fn.params;
    if (fn.body) made.body = inSetting(p, fn.body, setting);
    else p.report(partElsewhere(setting.record.name, fn.at));
  };
  known.set(setting.name, made);
  return made;
}

function inSetting(p: Parser, s: Statement, setting: Setting): Statement {
  switch (s.kind) {
    case 'block':
      return { ...s, body: s.body.filter((one) => !isLeftOut(one, setting)).map((one) => inSetting(p, one, setting)) };
    case 'try':
      return { ...s, body: inSetting(p, s.body, setting) };
    case 'tables':
      return { ...s, tables: tablesOf(p, setting) };
    case 'place': {
      const of = settingOf(s.place, setting);
      return of ? { ...s, initial: initialIn(p, s.initial, of) } : s;
    }
    case 'destroy': {
      const of = settingOf(s.place, setting);
      return of ? { ...s, fn: inPart(p, s.fn, of) } : s;
    }
    default:
      return s;
  }
}

const isLeftOut = (s: Statement, setting: Setting): boolean =>
  setting.name !== '' && (s.kind === 'place' || s.kind === 'destroy') && s.onlyWhole === true;

/** Of a base that is made or ended, or of the object itself, which another of its constructors makes. */
function settingOf(place: Expression, setting: Setting): Setting | undefined {
  if (place.kind === 'member') return place.field.base ? ofBase(place.field, setting) : undefined;
  return place.type.kind === 'record' && place.type.record === setting.record ? setting : undefined;
}

function ofBase(field: Field, setting: Setting): Setting | undefined {
  return field.type.kind === 'record' ? within(setting, field.type.record, field.offset) : undefined;
}

function initialIn(p: Parser, initial: Initial, setting: Setting): Initial {
  if (initial.kind === 'list' || initial.value.kind !== 'construct') return initial;
  const { value } = initial;
  const fn = inPart(p, value.fn, setting);
  if (fn === value.fn) return initial;
  p.needs(fn);
  return { ...initial, value: { ...value, fn } };
}
