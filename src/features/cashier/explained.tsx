import { WithHelp } from '#ui/help.tsx'

interface Props {
  /** Null where there is nothing more to say. */
  help: readonly string[] | null
  children: string
}

/** A sentence, and behind its "?" the paragraphs that explain it. */
export function Explained({ help, children }: Props) {
  const sentence = <p>{children}</p>
  if (help === null) return sentence
  return <WithHelp help={help.map((text) => <p key={text}>{text}</p>)}>{sentence}</WithHelp>
}
