import { App, Button } from 'antd'
import { useState } from 'react'
import { countResults } from '../../../model/settings/setting-routes.ts'
import { ask } from '../../api/call.ts'
import { report } from '../../ui/faults/report.ts'
import { useWords } from '../../words/language.ts'
import type { Worklist } from './use-worklist.ts'

/** Selects every row of the query: by their keys while one action takes so many, else by the condition and its number. */
export function SelectAll({ list }: { list: Worklist }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [isAsked, setAsked] = useState(false)
  const { total, most, every, selected, rows, model } = list
  const isByCondition = every !== undefined && total > most
  if (total <= rows.length || (!isByCondition && selected.length >= Math.min(total, most))) return null
  const byCondition = async (iql: string) => {
    const found = await ask(countResults, { iql, verb: 'transition' }, { path: { model } })
    if (found.total > found.most) message.warning(t('batch.mostResults', { count: found.most }))
    else list.selectWhole(iql, found.total)
  }
  const select = async () => {
    setAsked(true)
    try {
      await (isByCondition ? byCondition(every) : list.selectAll())
    } catch (fault) {
      report(fault, {})
    } finally {
      setAsked(false)
    }
  }
  return (
    <Button size="small" type="link" loading={isAsked} onClick={() => void select()}>
      {isByCondition ? t('batch.allResults') : t('batch.all', { count: Math.min(total, most) })}
    </Button>
  )
}
