import { Alert } from 'antd'
import { useSearch } from '../api/api.ts'
import { dayText } from '../fields/moments.ts'
import { isRef } from '../fields/names.ts'
import { useWords } from '../words/language.ts'

/** Shows that a person is absent today, to people who may see it. */
export function AwayNow({ person }: { person: string }) {
  const { t, tag } = useWords()
  const iql = `person_sid = '${person}' AND from_date <= today() AND to_date >= today()`
  const { data } = useSearch('absence', { iql, rows: 1, total: 'none' }, { meta: { faults: 'own' } })
  const [now] = data?.record ?? []
  if (!now) return null
  const [from, to] = [now['from_date'], now['to_date']].map((day) => dayText(String(day), tag))
  return (
    <Alert type="info" showIcon className="spaced" title={t('absence.now', { from: from ?? '', to: to ?? '', deputy: nameOf(now['deputy_sid']) })} />
  )
}

const nameOf = (value: unknown) => (isRef(value) ? value.name : '')
