/** A kernel of the runtime itself: fills rows with a pattern of 8 bytes, for which the driver has no function. */

export const fillSymbol = '__cufort_fill_64';

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
`;
}
