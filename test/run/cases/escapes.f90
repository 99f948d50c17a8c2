! options: -fbackslash
! Escapes in characters, as gfortran has them.
print *, 'tab:', iachar('\t'), ' quote: it\'s', " and \"this\" ! no comment", '\x41\102', len('a\n'), 'it''s', '\\', iachar('\a'), 'a\pb'
end
