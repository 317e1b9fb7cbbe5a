import { type Key, useState } from 'react'
import { useWords } from '../../words/language.ts'

type Stated = { state: string }

/** The lines that agree; a person may leave some of them out. */
export function useAgreed<L extends Stated>(lines: readonly L[], nameOf: (line: L) => string) {
  const { t } = useWords()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const isTaken = ({ state }: L, at: number) => state === 'MATCHED' && !left.has(at)
  return {
    fits: lines.filter(isTaken),
    /** After another file was read. */
    restart: () => setLeft(new Set()),
    rowSelection: {
      selectedRowKeys: lines.flatMap((line, at) => (isTaken(line, at) ? [`${at}`] : [])),
      onChange: (keys: readonly Key[]) => setLeft(new Set(lines.flatMap((_, at) => (keys.includes(`${at}`) ? [] : [at])))),
      getCheckboxProps: (line: L) => ({ 'aria-label': t('list.selectOne', { name: nameOf(line) }), disabled: line.state !== 'MATCHED' }),
      getTitleCheckboxProps: () => ({ 'aria-label': t('settle.selectAll') }),
    },
  }
}
