const GROUP = /.{1,4}/gsu

/** Characters to compare one by one: in groups of four, which wrap whole. Selected text has no spaces between them. */
export function GroupedCode({ code }: { code: string }) {
  const groups = code.replaceAll(/\s/g, '').match(GROUP) ?? []
  return (
    <bdi className="select-all">
      {groups.map((group, at) => (
        <span key={at} className="me-1.5 inline-block last:me-0">
          {group}
        </span>
      ))}
    </bdi>
  )
}
