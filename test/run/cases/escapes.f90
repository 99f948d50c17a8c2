! options: -Mnobackslash
! Escapes in characters, on request.
print *, 'tab:', iachar('\t'), ' quote: it\'s', " and \"this\" ! no comment", '\x41\102', len('a\n'), 'it''s', '\\'
end
