import { useQuery } from '@tanstack/react-query'
import { App, Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { RULE } from '../../model/cases/case-number-actions.ts'
import { CaseNumberFault, exampleOf, type SequenceReset } from '../../model/cases/numbering/case-number.ts'
import { todayIn } from '../../model/kit/days/clock.ts'
import { type Lang, labelOf, wordIn } from '../../model/kit/fields.ts'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { allows } from '../api/allows.ts'
import { modelPath, useMe, useSchema, useSearch, useWrite } from '../api/api.ts'
import { call } from '../api/call.ts'
import { useKinds } from '../cases/kinds.ts'
import { displayName } from '../fields/names.ts'
import { useZone } from '../fields/moments.ts'
import { useLeaveGuard, useLeaveQuestion } from '../records/form/leave-guard.ts'
import { NotAllowed } from '../ui/faults/notice.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { useWords } from '../words/language.ts'
import { Refused } from './refused.tsx'
import './numbering.css'

type Rule = { pattern: string; reset: string; prefix: string; example: string }
const rulePath = (kind: string, action: string) => modelPath(kind, `do/${action}`)

/** The rules by which the new cases of each kind are numbered, in one company and in those below it without rules of their own. */
export function NumberingSettings() {
  const { t, lang } = useWords()
  const own = useMe().data?.company_sid
  const [chosen, setChosen] = useState<string>()
  const company = chosen ?? (typeof own === 'string' ? own : undefined)
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  useLeaveGuard(changed.size > 0)
  const ask = useLeaveQuestion()
  const kinds = useKinds()?.filter((kind) => allows(kind, 'set_case_no_rule'))
  if (!kinds || !company) return <PageSkeleton />
  if (kinds.length === 0) return <NotAllowed />
  const choose = (next: string) => {
    setChosen(next)
    setChanged(new Set())
  }
  const mark = (kind: string, isChanged: boolean) => setChanged((now) => new Set(isChanged ? [...now, kind] : [...now].filter((one) => one !== kind)))
  return (
    <div className="page">
      <PageHead
        title={t('numbering.title')}
        name={t('numbering.title')}
        acts={<Companies value={company} onChange={(next) => (changed.size > 0 ? ask(() => choose(next)) : choose(next))} />}
      />
      <p className="quiet">{t('numbering.text')}</p>
      <p className="quiet">{t('numbering.parts')}</p>
      <div className="numbering">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('numbering.kind')}</th>
              <th scope="col">{labelOf(RULE.pattern, lang)}</th>
              <th scope="col">{labelOf(RULE.prefix, lang)}</th>
              <th scope="col">{labelOf(RULE.reset, lang)}</th>
              <th scope="col">{t('numbering.example')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {kinds.toSorted(rightsFirst).map((kind) => (
              <KindRule key={`${kind.model} ${company}`} kind={kind} company={company} onChanged={(isChanged) => mark(kind.model, isChanged)} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const rightsFirst = (one: WireSchema, other: WireSchema) => Number(one.case?.dealing ?? false) - Number(other.case?.dealing ?? false)

function Companies({ value, onChange }: { value: string; onChange: (company: string) => void }) {
  const { t, lang } = useWords()
  const schema = useSchema('company').data
  const { data } = useSearch('company', { fl: ['sid', 'simple_name', 'company_name', 'company_name_en'], rows: 100, total: 'none' })
  const companies = data?.record ?? []
  if (companies.length < 2) return null
  return (
    <Select
      value={value}
      aria-label={t('numbering.company')}
      popupMatchSelectWidth={false}
      options={companies.map((one) => ({ value: one.sid, label: displayName(one, schema, lang) }))}
      onChange={onChange}
    />
  )
}

type KindRuleProps = { kind: WireSchema; company: string; onChanged: (isChanged: boolean) => void }

function KindRule({ kind, company, onChanged }: KindRuleProps) {
  const { t, lang } = useWords()
  const { rule, example, isChanged, isSaving, unread, refusal, put, save } = useRule(kind, company, onChanged)
  const name = kind[lang]
  const today = todayIn(useZone())
  if (!rule)
    return (
      <tr>
        <th scope="row">{name}</th>
        <td colSpan={5}>{unread ? <Refused error={unread} /> : <span className="quiet">…</span>}</td>
      </tr>
    )
  const tried = isChanged ? tryOut(rule, today, lang) : { example }
  const labels = { pattern: labelOf(RULE.pattern, lang), prefix: labelOf(RULE.prefix, lang), reset: labelOf(RULE.reset, lang) }
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={labels.pattern}>
        <PatternBox
          value={rule.pattern}
          label={`${name}: ${labels.pattern}`}
          fault={refusal ?? tried.fault}
          onChange={(pattern) => put({ pattern })}
          onEnter={save}
        />
      </td>
      <td data-label={labels.prefix}>
        <Input
          value={rule.prefix}
          maxLength={20}
          aria-label={`${name}: ${labels.prefix}`}
          onChange={({ target }) => put({ prefix: target.value })}
          onPressEnter={save}
        />
      </td>
      <td data-label={labels.reset}>
        <Select
          value={rule.reset}
          popupMatchSelectWidth={false}
          aria-label={`${name}: ${labels.reset}`}
          options={Object.entries(RULE.reset.options).map(([code, words]) => ({ value: code, label: wordIn(words, lang) }))}
          onChange={(reset) => put({ reset })}
        />
      </td>
      <td className="quiet" data-label={t('numbering.example')}>
        {tried.example}
      </td>
      <td>
        <Button size="small" type={isChanged ? 'primary' : 'default'} loading={isSaving} aria-label={t('numbering.save', { name })} onClick={save}>
          {t('save')}
        </Button>
      </td>
    </tr>
  )
}

type PatternBoxProps = { value: string; label: string; fault: string | undefined; onChange: (pattern: string) => void; onEnter: () => void }

function PatternBox({ value, label, fault, onChange, onEnter }: PatternBoxProps) {
  const faultId = useId()
  return (
    <>
      <Input
        value={value}
        maxLength={200}
        aria-label={label}
        onChange={({ target }) => onChange(target.value)}
        onPressEnter={onEnter}
        {...(fault && { status: 'error', 'aria-invalid': true, 'aria-describedby': faultId })}
      />
      {fault && (
        <span id={faultId} role="alert" className="numbering-refusal">
          {fault}
        </span>
      )}
    </>
  )
}

type Tried = { example?: string | undefined; fault?: string }

/** The first number by the rule on the screen, before it is saved. */
function tryOut({ pattern, prefix, reset }: Omit<Rule, 'example'>, today: string, lang: Lang): Tried {
  try {
    return { example: exampleOf({ pattern, prefix, reset: reset as SequenceReset }, today) } // one of the options
  } catch (error) {
    if (error instanceof CaseNumberFault) return { fault: error[lang] }
    throw error
  }
}

/** A refusal is shown below the pattern, and leaves the changes as they are. */
function useRule({ model: kind }: WireSchema, company: string, onChanged: (isChanged: boolean) => void) {
  const { t } = useWords()
  const { message } = App.useApp()
  const asked = { right: kind, company_sid: company }
  const [changes, setChanges] = useState<Partial<Rule>>({})
  const { data, error, refetch } = useQuery({
    queryKey: [kind, 'case_no_rule', company],
    queryFn: () => call<Rule>(rulePath(kind, 'case_no_rule'), asked),
  })
  const keep = useWrite(kind, (rule: Partial<Rule>) => call<Rule>(rulePath(kind, 'set_case_no_rule'), { ...asked, ...rule }), { faults: 'own' })
  const rule = data && { pattern: data.pattern, prefix: data.prefix, reset: data.reset, ...changes }
  const isChanged = Object.keys(changes).length > 0
  const save = () => {
    if (!isChanged) return
    keep.mutate(rule ?? {}, {
      onSuccess: async () => {
        await refetch()
        setChanges({})
        onChanged(false)
        message.success(t('saved'))
      },
    })
  }
  const put = (part: Partial<Rule>) => {
    keep.reset()
    setChanges({ ...changes, ...part })
    onChanged(true)
  }
  return { rule, example: data?.example, isChanged, isSaving: keep.isPending, unread: error, refusal: keep.error?.message, put, save }
}
