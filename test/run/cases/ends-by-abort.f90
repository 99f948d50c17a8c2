! exit: 134
print '(a)', 'before'
call abort()
print '(a)', 'after'
end
