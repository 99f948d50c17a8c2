/** Kernels of the runtime itself: fills with a pattern of 8 bytes, for which the driver has no function, and copies and fills of pages that move, which the driver's own do not know. */

export const fillSymbol = '__cufort_fill_64';
/** Parameters: to, pattern, bytes of the pattern (1, 2, 4, 8), count of a row, rows, pitch in bytes. */
export const fillAnySymbol = '__cufort_fill_any';
/** Parameters: to, from, bytes. */
export const copySymbol = '__cufort_copy_bytes';

/** Parameters: to, pattern, count of a row, rows, pitch in bytes. */
export function supportModule(capability: number): string {
  return `.version 7.1
.target sm_${Math.min(capability, 80)}
.address_size 64
.visible .entry ${fillSymbol}(.param .u64 p0, .param .u64 p1, .param .u64 p2, .param .u64 p3, .param .u64 p4)
{
	.reg .b64 %to, %pattern, %count, %rows, %pitch, %i, %step, %row, %at, %y, %dy;
	.reg .b32 %a, %b, %c;
	.reg .pred %p;
	ld.param.u64 %to, [p0];
	ld.param.u64 %pattern, [p1];
	ld.param.u64 %count, [p2];
	ld.param.u64 %rows, [p3];
	ld.param.u64 %pitch, [p4];
	mov.u32 %a, %ctaid.y;
	cvt.u64.u32 %y, %a;
	mov.u32 %a, %nctaid.y;
	cvt.u64.u32 %dy, %a;
	mov.u32 %a, %ctaid.x;
	mov.u32 %b, %ntid.x;
	mov.u32 %c, %tid.x;
	mul.wide.u32 %step, %a, %b;
	cvt.u64.u32 %i, %c;
	add.u64 %step, %step, %i;
	mov.u32 %a, %nctaid.x;
$rows:
	setp.ge.u64 %p, %y, %rows;
	@%p ret;
	mad.lo.u64 %row, %y, %pitch, %to;
	mov.u64 %i, %step;
$next:
	setp.ge.u64 %p, %i, %count;
	@%p bra $end;
	shl.b64 %at, %i, 3;
	add.u64 %at, %at, %row;
	st.global.u64 [%at], %pattern;
	mul.wide.u32 %at, %a, %b;
	add.u64 %i, %i, %at;
	bra $next;
$end:
	add.u64 %y, %y, %dy;
	bra $rows;
}
${fillAny}${copyBytes}`;
}

/** `%i`: the thread's number along x, `%step`: how many there are. */
const place = `	mov.u32 %a, %ctaid.x;
	mov.u32 %b, %ntid.x;
	mov.u32 %c, %tid.x;
	mul.wide.u32 %i, %a, %b;
	cvt.u64.u32 %x, %c;
	add.u64 %i, %i, %x;
	mov.u32 %a, %nctaid.x;
	mul.wide.u32 %step, %a, %b;
`;

/** Byte by byte of the pattern: such fills are rare. */
const fillAny = `.visible .entry ${fillAnySymbol}(.param .u64 p0, .param .u64 p1, .param .u64 p2, .param .u64 p3, .param .u64 p4, .param .u64 p5)
{
	.reg .b64 %to, %pattern, %size, %bytes, %rows, %pitch, %i, %x, %step, %row, %at, %y, %dy, %v;
	.reg .b32 %a, %b, %c;
	.reg .pred %p;
	ld.param.u64 %to, [p0];
	ld.param.u64 %pattern, [p1];
	ld.param.u64 %size, [p2];
	ld.param.u64 %bytes, [p3];
	mul.lo.u64 %bytes, %bytes, %size;
	sub.u64 %size, %size, 1;
	ld.param.u64 %rows, [p4];
	ld.param.u64 %pitch, [p5];
	mov.u32 %a, %ctaid.y;
	cvt.u64.u32 %y, %a;
	mov.u32 %a, %nctaid.y;
	cvt.u64.u32 %dy, %a;
$rows:
	setp.ge.u64 %p, %y, %rows;
	@%p ret;
	mad.lo.u64 %row, %y, %pitch, %to;
${place}$next:
	setp.ge.u64 %p, %i, %bytes;
	@%p bra $end;
	and.b64 %x, %i, %size;
	shl.b64 %x, %x, 3;
	cvt.u32.u64 %c, %x;
	shr.u64 %v, %pattern, %c;
	cvt.u32.u64 %c, %v;
	add.u64 %at, %i, %row;
	st.global.u8 [%at], %c;
	add.u64 %i, %i, %step;
	bra $next;
$end:
	add.u64 %y, %y, %dy;
	bra $rows;
}
`;

const copyBytes = `.visible .entry ${copySymbol}(.param .u64 p0, .param .u64 p1, .param .u64 p2)
{
	.reg .b64 %to, %from, %bytes, %i, %x, %step, %at, %v, %w;
	.reg .b32 %a, %b, %c;
	.reg .pred %p;
	ld.param.u64 %to, [p0];
	ld.param.u64 %from, [p1];
	ld.param.u64 %bytes, [p2];
${place}	or.b64 %x, %to, %from;
	or.b64 %x, %x, %bytes;
	and.b64 %x, %x, 15;
	setp.ne.u64 %p, %x, 0;
	@%p bra $single;
	shr.u64 %bytes, %bytes, 4;
$next:
	setp.ge.u64 %p, %i, %bytes;
	@%p ret;
	shl.b64 %x, %i, 4;
	add.u64 %at, %from, %x;
	ld.global.v2.u64 {%v, %w}, [%at];
	add.u64 %at, %to, %x;
	st.global.v2.u64 [%at], {%v, %w};
	add.u64 %i, %i, %step;
	bra $next;
$single:
	setp.ge.u64 %p, %i, %bytes;
	@%p ret;
	add.u64 %at, %from, %i;
	ld.global.u8 %c, [%at];
	add.u64 %at, %to, %i;
	st.global.u8 [%at], %c;
	add.u64 %i, %i, %step;
	bra $single;
}
`;
