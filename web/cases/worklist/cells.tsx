import { dayText } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'

export const Nil = () => <span className="none">—</span>

export function DayCell({ value }: { value: unknown }) {
  const { tag } = useWords()
  return typeof value === 'string' ? <time dateTime={value}>{dayText(value, tag)}</time> : <Nil />
}
