/** The module's own functions that copy and fill bytes: in pieces of 8 or 4 where the addresses and the number of bytes allow, else one by one. */

type Width = { readonly bytes: number; readonly load: string; readonly store: string; readonly value: string };

const widths: readonly Width[] = [
  { bytes: 8, load: 'ld.b64', store: 'st.b64', value: '%v' },
  { bytes: 4, load: 'ld.b32', store: 'st.b32', value: '%x' },
  { bytes: 1, load: 'ld.u8', store: 'st.b8', value: '%x' },
];

/** Jumps to the loop of the first width that divides all of `%all`; the loops follow. */
function byWidth(loop: (w: Width) => string): string {
  const choices = widths.slice(0, -1).map(
    ({ bytes }) => `
	and.b64 %i, %all, ${bytes - 1};
	setp.eq.s64 %p, %i, 0;
	@%p bra $by${bytes};`,
  );
  return `${choices.join('')}${[...widths].reverse().map(loop).join('')}`;
}

/** From the end where the target overlaps what is still to be read. */
export function copyFunction(): string {
  const loop = ({ bytes, load, store, value }: Width): string => `
$by${bytes}:
	selp.b64 %step, -${bytes}, ${bytes}, %q;
	sub.s64 %i, %n, ${bytes};
	selp.b64 %i, %i, 0, %q;
$next${bytes}:
	add.s64 %a, %from, %i;
	add.s64 %b, %to, %i;
	${load} ${value}, [%a];
	${store} [%b], ${value};
	add.s64 %i, %i, %step;
	sub.s64 %n, %n, ${bytes};
	setp.gt.s64 %p, %n, 0;
	@%p bra $next${bytes};
	ret;`;
  return `
.func __cufort_copy (.param .b64 p0, .param .b64 p1, .param .b64 p2)
{
	.reg .b64 %to, %from, %n, %i, %a, %b, %gap, %step, %all, %v;
	.reg .b32 %x;
	.reg .pred %p, %q;
	ld.param.b64 %to, [p0];
	ld.param.b64 %from, [p1];
	ld.param.b64 %n, [p2];
	setp.lt.s64 %p, %n, 1;
	@%p ret;
	sub.s64 %gap, %to, %from;
	setp.lt.u64 %q, %gap, %n;
	or.b64 %all, %to, %from;
	or.b64 %all, %all, %n;${byWidth(loop)}
}`;
}

export function fillFunction(): string {
  const loop = ({ bytes, store, value }: Width): string => `
$by${bytes}:
	${store} [%to], ${value};
	add.s64 %to, %to, ${bytes};
	sub.s64 %n, %n, ${bytes};
	setp.gt.s64 %p, %n, 0;
	@%p bra $by${bytes};
	ret;`;
  return `
.func __cufort_fill (.param .b64 p0, .param .b32 p1, .param .b64 p2)
{
	.reg .b64 %to, %n, %i, %all, %v;
	.reg .b32 %x;
	.reg .pred %p;
	ld.param.b64 %to, [p0];
	ld.param.b32 %x, [p1];
	ld.param.b64 %n, [p2];
	setp.lt.s64 %p, %n, 1;
	@%p ret;
	and.b32 %x, %x, 255;
	mul.lo.u32 %x, %x, 16843009;
	mov.b64 %v, {%x, %x};
	or.b64 %all, %to, %n;${byWidth(loop)}
}`;
}
