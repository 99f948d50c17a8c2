/**
 * The routines of MPI: one line each, as its Fortran binding has them (all but the last argument, `ierror`). An argument is `name kind`, or one word where both are the same.
 *
 * Kinds: `buffer`; `pointer`, an address as an integer of 8 bytes or as type(c_ptr); `int`, `aint` (of 8 bytes), `logical`, `text`; the kinds of constants (constants.ts), whose values differ between libraries; `status`; `call` with the
 * form of a callback. `>` behind it: the routine gives it, `=`: it changes it. `[n]`: as many as the argument of that name says, `[]`: as many as there are; `[comm]`: one for each
 * process of the argument comm.
 */
const lines = `
init:
init_thread: required thread, provided thread>
finalize:
initialized: flag logical>
finalized: flag logical>
query_thread: provided thread>
is_thread_main: flag logical>
abort: comm, errorcode int
get_version: version int>, subversion int>
get_library_version: version text>, resultlen int>
get_processor_name: name text>, resultlen int>
pcontrol: level int
error_class: errorcode error, errorclass error>
error_string: errorcode error, string text>, resultlen int>
add_error_class: errorclass error>
add_error_code: errorclass error, errorcode error>
add_error_string: errorcode error, string text

send: buf buffer, count int, datatype, dest rank, tag, comm
bsend: buf buffer, count int, datatype, dest rank, tag, comm
ssend: buf buffer, count int, datatype, dest rank, tag, comm
rsend: buf buffer, count int, datatype, dest rank, tag, comm
isend: buf buffer, count int, datatype, dest rank, tag, comm, request>
ibsend: buf buffer, count int, datatype, dest rank, tag, comm, request>
issend: buf buffer, count int, datatype, dest rank, tag, comm, request>
irsend: buf buffer, count int, datatype, dest rank, tag, comm, request>
send_init: buf buffer, count int, datatype, dest rank, tag, comm, request>
bsend_init: buf buffer, count int, datatype, dest rank, tag, comm, request>
ssend_init: buf buffer, count int, datatype, dest rank, tag, comm, request>
rsend_init: buf buffer, count int, datatype, dest rank, tag, comm, request>
recv: buf buffer, count int, datatype, source rank, tag, comm, status>
irecv: buf buffer, count int, datatype, source rank, tag, comm, request>
recv_init: buf buffer, count int, datatype, source rank, tag, comm, request>
mrecv: buf buffer, count int, datatype, message=, status>
imrecv: buf buffer, count int, datatype, message=, request>
sendrecv: sendbuf buffer, sendcount int, sendtype datatype, dest rank, sendtag tag, recvbuf buffer, recvcount int, recvtype datatype, source rank, recvtag tag, comm, status>
sendrecv_replace: buf buffer, count int, datatype, dest rank, sendtag tag, source rank, recvtag tag, comm, status>
probe: source rank, tag, comm, status>
iprobe: source rank, tag, comm, flag logical>, status>
mprobe: source rank, tag, comm, message>, status>
improbe: source rank, tag, comm, flag logical>, message>, status>
wait: request=, status>
test: request=, flag logical>, status>
waitany: count int, array_of_requests request[count]=, index int>, status>
testany: count int, array_of_requests request[count]=, index int>, flag logical>, status>
waitall: count int, array_of_requests request[count]=, array_of_statuses status[count]>
testall: count int, array_of_requests request[count]=, flag logical>, array_of_statuses status[count]>
waitsome: incount int, array_of_requests request[incount]=, outcount int>, array_of_indices int[]>, array_of_statuses status[incount]>
testsome: incount int, array_of_requests request[incount]=, outcount int>, array_of_indices int[]>, array_of_statuses status[incount]>
cancel: request
test_cancelled: status, flag logical>
request_free: request=
request_get_status: request, flag logical>, status>
start: request=
startall: count int, array_of_requests request[count]=
buffer_attach: buffer, size int
buffer_detach: buffer, size int>
get_count: status, datatype, count int>
get_elements: status, datatype, count int>
get_elements_x: status, datatype, count aint>
status_set_cancelled: status=, flag logical
status_set_elements: status=, datatype, count int
status_set_elements_x: status=, datatype, count aint
grequest_start: query_fn call(grequest-query), free_fn call(grequest-free), cancel_fn call(grequest-cancel), extra_state aint, request>
grequest_complete: request

type_contiguous: count int, oldtype datatype, newtype datatype>
type_vector: count int, blocklength int, stride int, oldtype datatype, newtype datatype>
type_hvector: count int, blocklength int, stride int, oldtype datatype, newtype datatype>
type_create_hvector: count int, blocklength int, stride aint, oldtype datatype, newtype datatype>
type_indexed: count int, array_of_blocklengths int[], array_of_displacements int[], oldtype datatype, newtype datatype>
type_hindexed: count int, array_of_blocklengths int[], array_of_displacements int[], oldtype datatype, newtype datatype>
type_create_hindexed: count int, array_of_blocklengths int[], array_of_displacements aint[], oldtype datatype, newtype datatype>
type_create_indexed_block: count int, blocklength int, array_of_displacements int[], oldtype datatype, newtype datatype>
type_create_hindexed_block: count int, blocklength int, array_of_displacements aint[], oldtype datatype, newtype datatype>
type_struct: count int, array_of_blocklengths int[], array_of_displacements int[], array_of_types datatype[count], newtype datatype>
type_create_struct: count int, array_of_blocklengths int[], array_of_displacements aint[], array_of_types datatype[count], newtype datatype>
type_create_subarray: ndims int, array_of_sizes int[], array_of_subsizes int[], array_of_starts int[], order, oldtype datatype, newtype datatype>
type_create_darray: size int, rank int, ndims int, array_of_gsizes int[], array_of_distribs distribute[ndims], array_of_dargs distribute[ndims], array_of_psizes int[], order, oldtype datatype, newtype datatype>
type_create_resized: oldtype datatype, lb aint, extent aint, newtype datatype>
type_dup: oldtype datatype, newtype datatype>
type_commit: datatype=
type_free: datatype=
type_size: datatype, size int>
type_size_x: datatype, size aint>
type_get_extent: datatype, lb aint>, extent aint>
type_get_extent_x: datatype, lb aint>, extent aint>
type_get_true_extent: datatype, true_lb aint>, true_extent aint>
type_get_true_extent_x: datatype, true_lb aint>, true_extent aint>
type_extent: datatype, extent int>
type_lb: datatype, displacement int>
type_ub: datatype, displacement int>
type_get_envelope: datatype, num_integers int>, num_addresses int>, num_datatypes int>, combiner>
type_get_contents: datatype, max_integers int, max_addresses int, max_datatypes int, array_of_integers int[]>, array_of_addresses aint[]>, array_of_datatypes datatype[max_datatypes]>
type_create_f90_real: p int, r int, newtype datatype>
type_create_f90_complex: p int, r int, newtype datatype>
type_create_f90_integer: r int, newtype datatype>
type_match_size: typeclass, size int, datatype>
type_get_name: datatype, type_name text>, resultlen int>
type_set_name: datatype, type_name text
pack: inbuf buffer, incount int, datatype, outbuf buffer, outsize int, position int=, comm
unpack: inbuf buffer, insize int, position int=, outbuf buffer, outcount int, datatype, comm
pack_size: incount int, datatype, comm, size int>
pack_external: datarep text, inbuf buffer, incount int, datatype, outbuf buffer, outsize aint, position aint=
unpack_external: datarep text, inbuf buffer, insize aint, position aint=, outbuf buffer, outcount int, datatype
pack_external_size: datarep text, incount int, datatype, size aint>
get_address: location buffer, address aint>

barrier: comm
ibarrier: comm, request>
bcast: buffer, count int, datatype, root rank, comm
ibcast: buffer, count int, datatype, root rank, comm, request>
gather: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcount int, recvtype datatype, root rank, comm
igather: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcount int, recvtype datatype, root rank, comm, request>
gatherv: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcounts int[], displs int[], recvtype datatype, root rank, comm
igatherv: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcounts int[], displs int[], recvtype datatype, root rank, comm, request>
scatter: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcount int, recvtype datatype, root rank, comm
iscatter: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcount int, recvtype datatype, root rank, comm, request>
scatterv: sendbuf buffer, sendcounts int[], displs int[], sendtype datatype, recvbuf buffer, recvcount int, recvtype datatype, root rank, comm
iscatterv: sendbuf buffer, sendcounts int[], displs int[], sendtype datatype, recvbuf buffer, recvcount int, recvtype datatype, root rank, comm, request>
allgather: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcount int, recvtype datatype, comm
iallgather: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcount int, recvtype datatype, comm, request>
allgatherv: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcounts int[], displs int[], recvtype datatype, comm
iallgatherv: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcounts int[], displs int[], recvtype datatype, comm, request>
alltoall: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcount int, recvtype datatype, comm
ialltoall: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcount int, recvtype datatype, comm, request>
alltoallv: sendbuf buffer, sendcounts int[], sdispls int[], sendtype datatype, recvbuf buffer, recvcounts int[], rdispls int[], recvtype datatype, comm
ialltoallv: sendbuf buffer, sendcounts int[], sdispls int[], sendtype datatype, recvbuf buffer, recvcounts int[], rdispls int[], recvtype datatype, comm, request>
alltoallw: sendbuf buffer, sendcounts int[], sdispls int[], sendtypes datatype[comm], recvbuf buffer, recvcounts int[], rdispls int[], recvtypes datatype[comm], comm
ialltoallw: sendbuf buffer, sendcounts int[], sdispls int[], sendtypes datatype[comm], recvbuf buffer, recvcounts int[], rdispls int[], recvtypes datatype[comm], comm, request>
reduce: sendbuf buffer, recvbuf buffer, count int, datatype, op, root rank, comm
ireduce: sendbuf buffer, recvbuf buffer, count int, datatype, op, root rank, comm, request>
allreduce: sendbuf buffer, recvbuf buffer, count int, datatype, op, comm
iallreduce: sendbuf buffer, recvbuf buffer, count int, datatype, op, comm, request>
reduce_scatter: sendbuf buffer, recvbuf buffer, recvcounts int[], datatype, op, comm
ireduce_scatter: sendbuf buffer, recvbuf buffer, recvcounts int[], datatype, op, comm, request>
reduce_scatter_block: sendbuf buffer, recvbuf buffer, recvcount int, datatype, op, comm
ireduce_scatter_block: sendbuf buffer, recvbuf buffer, recvcount int, datatype, op, comm, request>
scan: sendbuf buffer, recvbuf buffer, count int, datatype, op, comm
iscan: sendbuf buffer, recvbuf buffer, count int, datatype, op, comm, request>
exscan: sendbuf buffer, recvbuf buffer, count int, datatype, op, comm
iexscan: sendbuf buffer, recvbuf buffer, count int, datatype, op, comm, request>
reduce_local: inbuf buffer, inoutbuf buffer, count int, datatype, op
op_create: user_fn call(op), commute logical, op>
op_free: op=
op_commutative: op, commute logical>
neighbor_allgather: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcount int, recvtype datatype, comm
neighbor_allgatherv: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcounts int[], displs int[], recvtype datatype, comm
neighbor_alltoall: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcount int, recvtype datatype, comm
neighbor_alltoallv: sendbuf buffer, sendcounts int[], sdispls int[], sendtype datatype, recvbuf buffer, recvcounts int[], rdispls int[], recvtype datatype, comm
neighbor_alltoallw: sendbuf buffer, sendcounts int[], sdispls aint[], sendtypes datatype[out], recvbuf buffer, recvcounts int[], rdispls aint[], recvtypes datatype[in], comm
ineighbor_allgather: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcount int, recvtype datatype, comm, request>
ineighbor_allgatherv: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcounts int[], displs int[], recvtype datatype, comm, request>
ineighbor_alltoall: sendbuf buffer, sendcount int, sendtype datatype, recvbuf buffer, recvcount int, recvtype datatype, comm, request>
ineighbor_alltoallv: sendbuf buffer, sendcounts int[], sdispls int[], sendtype datatype, recvbuf buffer, recvcounts int[], rdispls int[], recvtype datatype, comm, request>
ineighbor_alltoallw: sendbuf buffer, sendcounts int[], sdispls aint[], sendtypes datatype[out], recvbuf buffer, recvcounts int[], rdispls aint[], recvtypes datatype[in], comm, request>

group_size: group, size int>
group_rank: group, rank int>
group_translate_ranks: group1 group, n int, ranks1 rank[n], group2 group, ranks2 rank[n]>
group_compare: group1 group, group2 group, result comparison>
group_union: group1 group, group2 group, newgroup group>
group_intersection: group1 group, group2 group, newgroup group>
group_difference: group1 group, group2 group, newgroup group>
group_incl: group, n int, ranks int[], newgroup group>
group_excl: group, n int, ranks int[], newgroup group>
group_range_incl: group, n int, ranges int[], newgroup group>
group_range_excl: group, n int, ranges int[], newgroup group>
group_free: group=
comm_size: comm, size int>
comm_rank: comm, rank int>
comm_compare: comm1 comm, comm2 comm, result comparison>
comm_dup: comm, newcomm comm>
comm_dup_with_info: comm, info, newcomm comm>
comm_idup: comm, newcomm comm>, request>
comm_create: comm, group, newcomm comm>
comm_create_group: comm, group, tag, newcomm comm>
comm_split: comm, color int, key int, newcomm comm>
comm_split_type: comm, split_type split, key int, info, newcomm comm>
comm_free: comm=
comm_group: comm, group>
comm_test_inter: comm, flag logical>
comm_remote_size: comm, size int>
comm_remote_group: comm, group>
comm_set_name: comm, comm_name text
comm_get_name: comm, comm_name text>, resultlen int>
comm_set_info: comm, info
comm_get_info: comm, info_used info>
intercomm_create: local_comm comm, local_leader int, peer_comm comm, remote_leader int, tag, newintercomm comm>
intercomm_merge: intercomm comm, high logical, newintracomm comm>

comm_create_keyval: comm_copy_attr_fn call(copy), comm_delete_attr_fn call(delete), comm_keyval key>, extra_state aint
comm_free_keyval: comm_keyval key=
comm_set_attr: comm, comm_keyval key, attribute_val aint
comm_get_attr: comm, comm_keyval key, attribute_val aint>, flag logical>
comm_delete_attr: comm, comm_keyval key
type_create_keyval: type_copy_attr_fn call(copy-type), type_delete_attr_fn call(delete-type), type_keyval key>, extra_state aint
type_free_keyval: type_keyval key=
type_set_attr: datatype, type_keyval key, attribute_val aint
type_get_attr: datatype, type_keyval key, attribute_val aint>, flag logical>
type_delete_attr: datatype, type_keyval key
win_create_keyval: win_copy_attr_fn call(copy-win), win_delete_attr_fn call(delete-win), win_keyval key>, extra_state aint
win_free_keyval: win_keyval key=
win_set_attr: win, win_keyval key, attribute_val aint
win_get_attr: win, win_keyval key, attribute_val aint>, flag logical>
win_delete_attr: win, win_keyval key
keyval_create: copy_fn call(old-copy), delete_fn call(old-delete), keyval key>, extra_state int
keyval_free: keyval key=
attr_put: comm, keyval key, attribute_val int
attr_get: comm, keyval key, attribute_val int>, flag logical>
attr_delete: comm, keyval key

comm_create_errhandler: comm_errhandler_fn call(error-comm), errhandler>
comm_set_errhandler: comm, errhandler
comm_get_errhandler: comm, errhandler>
comm_call_errhandler: comm, errorcode error
win_create_errhandler: win_errhandler_fn call(error-win), errhandler>
win_set_errhandler: win, errhandler
win_get_errhandler: win, errhandler>
win_call_errhandler: win, errorcode error
file_create_errhandler: file_errhandler_fn call(error-file), errhandler>
file_set_errhandler: file, errhandler
file_get_errhandler: file, errhandler>
file_call_errhandler: fh file, errorcode error
errhandler_create: handler_fn call(error-comm), errhandler>
errhandler_set: comm, errhandler
errhandler_get: comm, errhandler>
errhandler_free: errhandler=

cart_create: comm_old comm, ndims int, dims int[], periods logical[], reorder logical, comm_cart comm>
cart_get: comm, maxdims int, dims int[]>, periods logical[]>, coords int[]>
cart_coords: comm, rank int, maxdims int, coords int[]>
cart_rank: comm, coords int[], rank int>
cart_shift: comm, direction int, disp int, rank_source rank>, rank_dest rank>
cart_sub: comm, remain_dims logical[], newcomm comm>
cart_map: comm, ndims int, dims int[], periods logical[], newrank int>
cartdim_get: comm, ndims int>
dims_create: nnodes int, ndims int, dims int[]=
graph_create: comm_old comm, nnodes int, index int[], edges int[], reorder logical, comm_graph comm>
graph_get: comm, maxindex int, maxedges int, index int[]>, edges int[]>
graphdims_get: comm, nnodes int>, nedges int>
graph_neighbors: comm, rank int, maxneighbors int, neighbors int[]>
graph_neighbors_count: comm, rank int, nneighbors int>
graph_map: comm, nnodes int, index int[], edges int[], newrank int>
topo_test: comm, status topology>
dist_graph_create: comm_old comm, n int, sources int[], degrees int[], destinations int[], weights weights, info, reorder logical, comm_dist_graph comm>
dist_graph_create_adjacent: comm_old comm, indegree int, sources int[], sourceweights weights, outdegree int, destinations int[], destweights weights, info, reorder logical, comm_dist_graph comm>
dist_graph_neighbors: comm, maxindegree int, sources int[]>, sourceweights weights>, maxoutdegree int, destinations int[]>, destweights weights>
dist_graph_neighbors_count: comm, indegree int>, outdegree int>, weighted logical>

info_create: info>
info_create_env: info>
info_delete: info, key text
info_dup: info, newinfo info>
info_free: info=
info_get: info, key text, valuelen int, value text>, flag logical>
info_get_nkeys: info, nkeys int>
info_get_nthkey: info, n int, key text>
info_get_string: info, key text, buflen int=, value text>, flag logical>
info_get_valuelen: info, key text, valuelen int>, flag logical>
info_set: info, key text, value text

open_port: info, port_name text>
close_port: port_name text
comm_accept: port_name text, info, root rank, comm, newcomm comm>
comm_connect: port_name text, info, root rank, comm, newcomm comm>
comm_disconnect: comm=
comm_get_parent: parent comm>
comm_join: fd int, intercomm comm>
comm_spawn: command text, argv words, maxprocs int, info, root rank, comm, intercomm comm>, array_of_errcodes errcodes>
comm_spawn_multiple: count int, array_of_commands words, array_of_argv words, array_of_maxprocs int[], array_of_info info[count], root rank, comm, intercomm comm>, array_of_errcodes errcodes>
publish_name: service_name text, info, port_name text
unpublish_name: service_name text, info, port_name text
lookup_name: service_name text, info, port_name text>

win_create: base buffer, size aint, disp_unit int, info, comm, win>
win_allocate: size aint, disp_unit int, info, comm, baseptr pointer>, win>
win_allocate_shared: size aint, disp_unit int, info, comm, baseptr pointer>, win>
win_shared_query: win, rank, size aint>, disp_unit int>, baseptr pointer>
win_create_dynamic: info, comm, win>
win_attach: win, base buffer, size aint
win_detach: win, base buffer
win_free: win=
win_get_group: win, group>
win_set_info: win, info
win_get_info: win, info_used info>
win_set_name: win, win_name text
win_get_name: win, win_name text>, resultlen int>
put: origin_addr buffer, origin_count int, origin_datatype datatype, target_rank rank, target_disp aint, target_count int, target_datatype datatype, win
get: origin_addr buffer, origin_count int, origin_datatype datatype, target_rank rank, target_disp aint, target_count int, target_datatype datatype, win
accumulate: origin_addr buffer, origin_count int, origin_datatype datatype, target_rank rank, target_disp aint, target_count int, target_datatype datatype, op, win
get_accumulate: origin_addr buffer, origin_count int, origin_datatype datatype, result_addr buffer, result_count int, result_datatype datatype, target_rank rank, target_disp aint, target_count int, target_datatype datatype, op, win
fetch_and_op: origin_addr buffer, result_addr buffer, datatype, target_rank rank, target_disp aint, op, win
compare_and_swap: origin_addr buffer, compare_addr buffer, result_addr buffer, datatype, target_rank rank, target_disp aint, win
rput: origin_addr buffer, origin_count int, origin_datatype datatype, target_rank rank, target_disp aint, target_count int, target_datatype datatype, win, request>
rget: origin_addr buffer, origin_count int, origin_datatype datatype, target_rank rank, target_disp aint, target_count int, target_datatype datatype, win, request>
raccumulate: origin_addr buffer, origin_count int, origin_datatype datatype, target_rank rank, target_disp aint, target_count int, target_datatype datatype, op, win, request>
rget_accumulate: origin_addr buffer, origin_count int, origin_datatype datatype, result_addr buffer, result_count int, result_datatype datatype, target_rank rank, target_disp aint, target_count int, target_datatype datatype, op, win, request>
win_fence: assert assertion, win
win_start: group, assert assertion, win
win_complete: win
win_post: group, assert assertion, win
win_wait: win
win_test: win, flag logical>
win_lock: lock_type lock, rank rank, assert assertion, win
win_unlock: rank, win
win_lock_all: assert assertion, win
win_unlock_all: win
win_flush: rank, win
win_flush_all: win
win_flush_local: rank, win
win_flush_local_all: win
win_sync: win

file_open: comm, filename text, amode mode, info, fh file>
file_close: fh file=
file_delete: filename text, info
file_set_size: fh file, size aint
file_preallocate: fh file, size aint
file_get_size: fh file, size aint>
file_get_group: fh file, group>
file_get_amode: fh file, amode mode>
file_set_info: fh file, info
file_get_info: fh file, info_used info>
file_set_view: fh file, disp aint, etype datatype, filetype datatype, datarep text, info
file_get_view: fh file, disp aint>, etype datatype>, filetype datatype>, datarep text>
file_read_at: fh file, offset aint, buf buffer, count int, datatype, status>
file_read_at_all: fh file, offset aint, buf buffer, count int, datatype, status>
file_write_at: fh file, offset aint, buf buffer, count int, datatype, status>
file_write_at_all: fh file, offset aint, buf buffer, count int, datatype, status>
file_iread_at: fh file, offset aint, buf buffer, count int, datatype, request>
file_iwrite_at: fh file, offset aint, buf buffer, count int, datatype, request>
file_iread_at_all: fh file, offset aint, buf buffer, count int, datatype, request>
file_iwrite_at_all: fh file, offset aint, buf buffer, count int, datatype, request>
file_read: fh file, buf buffer, count int, datatype, status>
file_read_all: fh file, buf buffer, count int, datatype, status>
file_write: fh file, buf buffer, count int, datatype, status>
file_write_all: fh file, buf buffer, count int, datatype, status>
file_iread: fh file, buf buffer, count int, datatype, request>
file_iwrite: fh file, buf buffer, count int, datatype, request>
file_iread_all: fh file, buf buffer, count int, datatype, request>
file_iwrite_all: fh file, buf buffer, count int, datatype, request>
file_read_shared: fh file, buf buffer, count int, datatype, status>
file_write_shared: fh file, buf buffer, count int, datatype, status>
file_iread_shared: fh file, buf buffer, count int, datatype, request>
file_iwrite_shared: fh file, buf buffer, count int, datatype, request>
file_read_ordered: fh file, buf buffer, count int, datatype, status>
file_write_ordered: fh file, buf buffer, count int, datatype, status>
file_read_at_all_begin: fh file, offset aint, buf buffer, count int, datatype
file_read_at_all_end: fh file, buf buffer, status>
file_write_at_all_begin: fh file, offset aint, buf buffer, count int, datatype
file_write_at_all_end: fh file, buf buffer, status>
file_read_all_begin: fh file, buf buffer, count int, datatype
file_read_all_end: fh file, buf buffer, status>
file_write_all_begin: fh file, buf buffer, count int, datatype
file_write_all_end: fh file, buf buffer, status>
file_read_ordered_begin: fh file, buf buffer, count int, datatype
file_read_ordered_end: fh file, buf buffer, status>
file_write_ordered_begin: fh file, buf buffer, count int, datatype
file_write_ordered_end: fh file, buf buffer, status>
file_seek: fh file, offset aint, whence
file_seek_shared: fh file, offset aint, whence
file_get_position: fh file, offset aint>
file_get_position_shared: fh file, offset aint>
file_get_byte_offset: fh file, offset aint, disp aint>
file_get_type_extent: fh file, datatype, extent aint>
file_set_atomicity: fh file, flag logical
file_get_atomicity: fh file, flag logical>
file_sync: fh file
`;

export type Argument = {
  readonly name: string;
  /** One of `ArgumentKind`, checked by the test of this table. */
  readonly kind: string;
  /** Of `call`: which form the callback has. */
  readonly form: string;
  readonly way: 'in' | 'out' | 'inout';
  /** Undefined for a single value; '' where nobody says how many; else who says it. */
  readonly count: string | undefined;
};

export type Routine = { readonly name: string; readonly args: readonly Argument[] };

const texts: ReadonlyMap<string, string> = new Map(
  lines.split('\n').flatMap((line) => {
    const [name, args] = line.split(':');
    return name && args !== undefined ? [[`mpi_${name}`, args.trim()] as const] : [];
  }),
);

export const routineNames: readonly string[] = [...texts.keys()];

const argumentForm = /^(?:(\w+) )?(\w+)(?:\(([\w-]+)\))?(?:\[(\w*)\])?([>=])?$/;

/** By its name in lower case. */
export function mpiRoutine(name: string): Routine | undefined {
  const text = texts.get(name);
  if (text === undefined) return undefined;
  return { name, args: text === '' ? [] : text.split(', ').map(argumentOf) };
}

function argumentOf(text: string): Argument {
  const [, name, kind = '', form = '', count, way] = argumentForm.exec(text) ?? [];
  return { name: name ?? kind, kind, form, way: way === '>' ? 'out' : way === '=' ? 'inout' : 'in', count };
}

/** The forms of a routine, by where its buffers lie: `mpi_send_d` → `mpi_send`. Names of IR, without their module. */
export function routineOfForm(name: string): string | undefined {
  if (texts.has(name)) return name;
  const plain = name.replace(/_(?:[hd]{1,3}|[ip])$/, '');
  return texts.has(plain) ? plain : undefined;
}

/** Text comes as address and length. */
export function isText(arg: Argument | undefined): boolean {
  return arg?.kind === 'text' || arg?.kind === 'words';
}

/** Where each argument's address stands among the values of a call; the error's comes last. */
export function slotsOf({ args }: Routine): readonly number[] {
  const slots: number[] = [];
  let next = 0;
  for (const arg of args) {
    slots.push(next);
    next += isText(arg) ? 2 : 1;
  }
  return [...slots, next];
}

/** Whether a routine's buffers stay in use when it is done, until a request, a window or a file's split transfer is complete. */
export function keepsBuffers({ name, args }: Routine): boolean {
  if (!args.some(({ kind }) => kind === 'buffer')) return false;
  if (args.some(({ kind, way }) => kind === 'request' && way === 'out')) return true;
  if (/^mpi_file_\w+_begin$/.test(name)) return true;
  return !name.startsWith('mpi_win_') && args.some(({ kind }) => kind === 'win');
}
