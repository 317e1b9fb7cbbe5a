import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import type { FormInstance } from 'antd'
import type { SentBody } from '../../../../model/kit/action.ts'
import { wordIn } from '../../../../model/kit/fields.ts'
import { markAlikes } from '../../../../model/rights/trademarks/alike/mark-actions.ts'
import { LIKENESS } from '../../../../model/rights/trademarks/alike/mark-likeness.ts'
import { NICE_CLASSES } from '../../../../model/rights/trademarks/nice-classes.ts'
import { act } from '../../../api/api.ts'
import { useDateQuestion } from '../../../cases/dates/date-changes.tsx'
import { WaitingValues } from '../../../cases/dates/waiting-values.tsx'
import { OwnEditors } from '../../../fields/own-editors.ts'
import { Alike } from '../../../records/form/alike.tsx'
import { EditScreen, NewScreen } from '../../../records/form/form-screen.tsx'
import type { FormOwn } from '../../../records/form/record-form.tsx'
import { useSettled } from '../../../ui/settled.ts'
import { useWords } from '../../../words/language.ts'
import { rowsOf } from './classes.ts'
import { EDITORS } from './editors.ts'
import '../../../cases/case-screen.css'

const OWN: FormOwn = { Above: Similar }

export const NewTrademark = () => (
  <OwnEditors.Provider value={EDITORS}>
    <NewScreen model="trademark" own={OWN} />
  </OwnEditors.Provider>
)

export function EditTrademark() {
  const beforeSave = useDateQuestion('trademark')
  return (
    <OwnEditors.Provider value={EDITORS}>
      <WaitingValues model="trademark">
        <EditScreen model="trademark" own={{ ...OWN, beforeSave }} />
      </WaitingValues>
    </OwnEditors.Provider>
  )
}

const WAIT_MS = 400
const SHOWN = 6
const RELATION = markAlikes.answer.record.of.where.options

/** Marks on record whose words or sound are like these, and why; another country or class is usual, the same one is a duplicate. */
function Similar({ form, sid }: { form: FormInstance<Record<string, unknown>>; sid: string | undefined }) {
  const { t, lang } = useWords()
  const [title, title_en] = [textOf(Form.useWatch('title', form)), textOf(Form.useWatch('title_en', form))]
  const classes = [...new Set(rowsOf(Form.useWatch('classes', form)).flatMap(({ class_no }) => (isClass(class_no) ? [class_no] : [])))]
  const asked = useSettled(JSON.stringify({ title, title_en, classes, ...(sid && { sid }) }), WAIT_MS)
  const isAsked = title.length >= MIN_CHARS || title_en.length >= MIN_CHARS
  const { data } = useQuery({
    queryKey: ['trademark', 'alikes', asked],
    queryFn: () => act(markAlikes, JSON.parse(asked) as SentBody<typeof markAlikes>), // as it was made above
    enabled: isAsked,
    meta: { faults: 'own' },
  })
  const others = (isAsked ? (data?.record ?? []) : []).slice(0, SHOWN).map((one) => {
    const how = wordIn(LIKENESS[one.how], lang) + (one.sound ? ` (${one.sound})` : '')
    const list = (one.classes ?? []).join(', ')
    const where = one.where === 'ANY' ? '' : wordIn(RELATION[one.where], lang)
    const beside = [how, one.country, list && t('trademark.classes', { list }), where].filter(Boolean).join(' · ')
    return { sid: one.mark_sid, name: [one.case_no, one.title].filter(Boolean).join(' '), beside }
  })
  return <Alike model="trademark" title={t('trademark.similar')} others={others} />
}

/** Fewer letters are in too many marks. */
const MIN_CHARS = 2

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const isClass = (value: unknown): value is string => typeof value === 'string' && Object.hasOwn(NICE_CLASSES, value)
