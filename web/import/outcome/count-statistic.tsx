import { Statistic } from 'antd'
import { useWords } from '../../words/language.ts'

/** A number of rows with its title; `colour` is the class of the number. */
export function CountStatistic({ title, value, colour = '' }: { title: string; value: number; colour?: string }) {
  const { tag } = useWords()
  return <Statistic title={title} value={value} formatter={(one) => <span className={colour}>{Number(one).toLocaleString(tag)}</span>} />
}
