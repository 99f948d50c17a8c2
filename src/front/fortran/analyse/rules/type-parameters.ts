/** The parameters of a derived type: named in its heading, declared in its body (Fortran 2018, 7.5.3). */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import * as typeErrors from '../../errors/derived-types.ts';
import type * as tree from '../../tree.ts';

type Declared = { readonly name: tree.Name; readonly attributes: readonly tree.Attribute[] };

export function* parameterProblems(d: tree.TypeDefinition): Iterable<Diagnostic> {
  const declared = d.components.flatMap((c): Declared[] =>
    c.kind === 'type-declaration' && c.attributes.some(isOfParameter)
      ? c.entities.map((e) => ({ name: e.name, attributes: c.attributes }))
      : [],
  );
  if (declared.length === 0 && d.parameters.length === 0) return;
  for (const p of d.parameters)
    if (!declared.some((x) => x.name.text === p.text)) yield typeErrors.parameterNotDeclared(p, d.name.text);
  for (const { name, attributes } of declared) {
    if (!d.parameters.some((p) => p.text === name.text)) yield typeErrors.notAParameter(name, d.name);
    const other = attributes.find((a, i) => !isOfParameter(a) || attributes.findIndex(isOfParameter) !== i);
    if (other) yield typeErrors.parameterAttribute(name, other.span);
  }
}

function isOfParameter(a: tree.Attribute): boolean {
  return a.kind === 'word-attribute' && (a.word === 'kind' || a.word === 'len');
}
