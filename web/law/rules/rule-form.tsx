import { newRuleVersion } from '../../../model/docketing/new-version-actions.ts'
import { Alert, Button, Input, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { newRule } from '../../../model/docketing/rules/rule-columns.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import type { WireSchema } from '../../../model/kit/wire.ts'
import type { Rec } from '../../api/api.ts'
import { act, useRecord, useSchema } from '../../api/api.ts'
import { displayName } from '../../fields/names.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { pageOf } from '../../api/page-of.ts'
import { Conflict } from '../../records/form/conflict.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'
import { ruleIn } from '../content.ts'
import { useImpactQuestion } from './impact.tsx'
import { keepEnter } from '../keep-enter.ts'
import { AfterPart, MissedPart } from './rule-after.tsx'
import { changed, missingIn, type Patch } from './rule-draft.ts'
import { RuleExample } from './rule-example.tsx'
import { AppliesPart, BasisPart, BeginsPart, EndsPart, NamePart } from './rule-parts.tsx'
import { RuleAccount } from './rule-screen.tsx'
import { PeriodPart } from './rule-terms.tsx'
import { useSaving } from '../saving.ts'
import '../law.css'

const MODEL = 'deadline_rule'

/** A rule being changed; what the change moves is told before it is saved. */
export function EditRule() {
  const { sid } = useParams()
  const { t, lang } = useWords()
  const { data: schema } = useSchema(MODEL)
  const { data: record, isError } = useRecord(MODEL, sid)
  if (isError) return <Notice isPage={false} title={t('detail.gone')} extra={<Link to={pageOf(MODEL)}>{t('detail.toList')}</Link>} />
  if (!schema || !record) return <PageSkeleton />
  const title = t('form.edit', { name: displayName(record, schema, lang) })
  return <RuleForm key={record.sid} schema={schema} record={record} start={ruleIn(record['content']) ?? newRule('', 1)} title={title} />
}

/** A new rule, or a new version of one: `?from=<sid>` starts as a copy of it. */
export function NewRule() {
  const { t, lang } = useWords()
  const [query] = useSearchParams()
  const from = query.get('from') ?? undefined
  const { data: schema } = useSchema(MODEL)
  const { data: copied } = useRecord(MODEL, from)
  if (!schema || (from && !copied)) return <PageSkeleton />
  const rule = ruleIn(copied?.['content'])
  const start = rule ? { ...rule, version: rule.version + 1, valid_from: '', certainty: 'CHECK' as const } : newRule('', 1)
  return (
    <RuleForm
      key={from ?? ''}
      schema={schema}
      start={start}
      {...(copied && { follows: copied })}
      title={t('form.new', { name: lang === 'en' ? schema.en.toLowerCase() : schema.zh })}
    />
  )
}

type RuleFormProps = { schema: WireSchema; record?: Rec; start: Rule; title: string; follows?: Rec }

function RuleForm({ schema, record, start, title, follows }: RuleFormProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { state } = useLocation()
  const [rule, setRule] = useState(start)
  const [isShown, setShown] = useState(false)
  const ask = useImpactQuestion()
  const saving = useSaving({
    model: MODEL,
    record,
    content: rule,
    start,
    ask,
    beside: { rule_id: rule.id, rule_version: rule.version },
    follow: follows && (() => act(newRuleVersion, { sid: follows.sid, content: rule })),
  })
  const missing = missingIn(rule)
  const isNew = !record
  const change = (part: Patch<Rule>) => setRule((now) => changed(now, part))
  const parts = { rule, change, isNew }
  const back = () => (record ? navigate(pageOf(MODEL, `/${record.sid}`), { state, replace: true }) : navigate(-1))
  const submit = () => {
    setShown(true)
    if (missing.length === 0) void saving.save()
  }
  return (
    <div className="page">
      <PageHead title={title} name={title} crumbs={[{ label: t('law.edit.rules'), to: pageOf(MODEL) }]} />
      <div className="law-editor">
        <form
          className="record-form"
          aria-label={title}
          onKeyDown={keepEnter}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          {isShown && missing.length > 0 && <Missing words={missing.map((word) => t(word))} />}
          {follows && <Alert type="info" showIcon className="spaced" title={t('law.edit.follows')} />}
          {saving.fault && (
            <Alert type="error" showIcon role="alert" className="spaced" title={t('form.faults', { count: 1 })} description={saving.fault} />
          )}
          <Tabs
            items={[
              {
                key: 'form',
                label: t('law.edit.form'),
                children: (
                  <>
                    <NamePart {...parts} />
                    <BeginsPart {...parts} />
                    <AppliesPart {...parts} />
                    <PeriodPart {...parts} />
                    <AfterPart {...parts} />
                    <EndsPart {...parts} />
                    <MissedPart {...parts} />
                    <BasisPart {...parts} />
                  </>
                ),
              },
              { key: 'expert', label: t('law.edit.expert'), children: <Expert rule={rule} onChange={setRule} /> },
            ]}
            destroyOnHidden
          />
          <footer className="form-foot">
            <Button type="primary" htmlType="submit" loading={saving.isPending}>
              {t('save')}
            </Button>
            <Button onClick={() => void back()}>{t('cancel')}</Button>
            {saving.isChanged && <span className="quiet">{t('form.unsaved')}</span>}
          </footer>
        </form>
        <aside className="law-beside">
          <RuleExample rule={rule} />
          <Telling rule={rule} />
        </aside>
      </div>
      {saving.theirs && record && (
        <Conflict
          schema={schema}
          mine={{ content: rule }}
          theirs={saving.theirs}
          onKeepMine={() => void saving.save(saving.theirs?.version)}
          onTakeTheirs={() => saving.leave(record.sid)}
          onClose={saving.forget}
        />
      )}
    </div>
  )
}

/** What it would say, while it is being written. */
function Telling({ rule }: { rule: Rule }) {
  const { t } = useWords()
  const isTellable = useMemo(() => missingIn(rule).every((word) => word !== 'law.edit.length' && word !== 'law.edit.trigger'), [rule])
  if (!isTellable) return <p className="quiet">{t('law.edit.tellingNotYet')}</p>
  return <RuleAccount record={{ sid: '', version: 0, content: rule }} />
}

const Missing = ({ words }: { words: readonly string[] }) => {
  const { t } = useWords()
  return <Alert type="error" showIcon role="alert" className="spaced" title={t('law.edit.missing')} description={words.join(t('law.edit.and'))} />
}

/** The content as the machine reads it. What cannot be read stays in the box until it can. */
function Expert({ rule, onChange }: { rule: Rule; onChange: (rule: Rule) => void }) {
  const { t } = useWords()
  const [text, setText] = useState(() => JSON.stringify(rule, null, 2))
  const [isBad, setBad] = useState(false)
  const put = (next: string) => {
    setText(next)
    const read = readRule(next)
    setBad(!read)
    if (read) onChange(read)
  }
  return (
    <>
      <p className="quiet">{t('law.edit.expertHint')}</p>
      <Input.TextArea
        aria-label={t('law.edit.content')}
        className="json"
        value={text}
        onChange={(event) => put(event.target.value)}
        autoSize={{ minRows: 20, maxRows: 40 }}
        status={isBad ? 'error' : ''}
      />
      {isBad && <p role="alert">{t('law.unreadable')}</p>}
    </>
  )
}

function readRule(text: string): Rule | null {
  try {
    return ruleIn(JSON.parse(text))
  } catch {
    return null
  }
}
