! exit: 7
print '(a)', 'before'
call exit(7)
print '(a)', 'after'
end
