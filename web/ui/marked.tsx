import { matchesIn } from './matched.ts'

type MarkedProps = {
  text: string
  typed: string
  /** Found however it is punctuated. */
  isNumber?: boolean | undefined
}

/** A text with the typed words marked in it. */
export function Marked({ text, typed, isNumber = false }: MarkedProps) {
  return <>{matchesIn(text, typed, isNumber).map((part, at) => (at % 2 === 0 ? part : <mark key={at}>{part}</mark>))}</>
}
