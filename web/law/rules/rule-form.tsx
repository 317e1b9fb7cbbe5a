import { newRuleVersion } from '../../../model/docketing/law/new-version-actions.ts'
import { Input } from 'antd'
import { useMemo, useState } from 'react'
import { newRule } from '../../../model/docketing/rules/rule-columns.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import { act } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { ruleIn } from '../content.ts'
import { useKindWords, WordsOfKind } from '../kind-words.ts'
import type { FieldsProps, Versioned } from '../versioned/versioned.ts'
import { EditVersioned, NewVersioned } from '../versioned/versioned-form.tsx'
import { useRuleQuestion } from '../impact/questions.tsx'
import { AfterPart, MissedPart } from './rule-after.tsx'
import { changed, missingIn, type Patch } from './rule-draft.ts'
import { RuleExample } from './rule-example.tsx'
import { AppliesPart, BasisPart, BeginsPart, EndsPart, NamePart } from './rule-parts.tsx'
import { RuleAccount } from './rule-screen.tsx'
import { PeriodPart } from './rule-terms.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'

export const EditRule = () => <EditVersioned kind={RULE} />
export const NewRule = () => <NewVersioned kind={RULE} />

const RULE: Versioned<Rule> = {
  model: 'deadline_rule',
  words: { list: 'law.edit.rules', follows: 'law.edit.follows' },
  read: ruleIn,
  fresh: () => newRule('', 1),
  next: (last) => ({ ...last, version: last.version + 1, valid_from: '', certainty: 'CHECK' }),
  missing: missingIn,
  columns: ({ id, version }) => ({ rule_id: id, rule_version: version }),
  follow: ({ sid }, content, reason) => act(newRuleVersion, { sid, content, reason }),
  Fields: RuleFields,
  Telling: RuleTelling,
  useQuestion: useRuleQuestion,
}

function RuleFields({ content: rule, put, isNew }: FieldsProps<Rule>) {
  const { t } = useWords()
  const change = (part: Patch<Rule>) => put((now) => changed(now, part))
  const parts = { rule, change, isNew }
  const words = useKindWords(rule.case_kind)
  const form = words && (
    <WordsOfKind value={words}>
      <NamePart {...parts} />
      <BeginsPart {...parts} />
      <AppliesPart {...parts} />
      <PeriodPart {...parts} />
      <AfterPart {...parts} />
      <EndsPart {...parts} />
      <MissedPart {...parts} />
      <BasisPart {...parts} />
    </WordsOfKind>
  )
  return (
    <Tabs
      items={[
        { key: 'form', label: t('law.edit.form'), children: form },
        { key: 'expert', label: t('law.edit.expert'), children: <Expert rule={rule} onChange={put} /> },
      ]}
      destroyOnHidden
    />
  )
}

function RuleTelling({ content }: { content: Rule }) {
  return (
    <>
      <RuleExample rule={content} />
      <Telling rule={content} />
    </>
  )
}

function Telling({ rule }: { rule: Rule }) {
  const { t } = useWords()
  const isTellable = useMemo(() => missingIn(rule).every((word) => word !== 'law.edit.length' && word !== 'law.edit.trigger'), [rule])
  if (!isTellable) return <p className="quiet">{t('law.edit.tellingNotYet')}</p>
  return <RuleAccount record={{ sid: '', version: 0, content: rule }} />
}

/** The content as JSON. An invalid text stays in the box until it is valid. */
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
