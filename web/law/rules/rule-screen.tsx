import { describeRule } from '../../../model/docketing/wording/describe-rule.ts'
import { routeIn, typeIn } from '../../../model/docketing/wording/rule-words.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import type { Lang } from '../../../model/kit/fields.ts'
import type { Rec } from '../../api/api.ts'
import { useSearch } from '../../api/api.ts'
import { useSearchParams } from 'react-router'
import { useWords } from '../../words/language.ts'
import { Account } from '../account.tsx'
import { quoted } from '../../api/iql.ts'
import { ruleIn } from '../content.ts'
import { type KindWords, optionWords, useKindWords } from '../kind-words.ts'
import { ChangedRule } from '../versioned/changes.tsx'
import { OtherVersions } from '../versioned/other-versions.tsx'
import { VersionedScreen } from '../versioned/versioned-screen.tsx'
import { useRuleNames } from './rule-names.ts'

/** One rule of law: its description, and its other versions. */
export const RuleScreen = () => (
  <VersionedScreen
    model="deadline_rule"
    follow="law.edit.newVersion"
    describe={(record) => (
      <>
        <RuleAccount record={record} />
        <Sisters record={record} />
      </>
    )}
  />
)

export function RuleAccount({ record }: { record: Rec }) {
  const { t, lang } = useWords()
  const rule = ruleIn(record['content'])
  const names = useRuleNames(rule)
  return <Account label={t('law.rule')} parts={rule && names ? describeRule(rule, names, lang) : rule && undefined} />
}

/** The same rule at other times, or for other cases. */
function Sisters({ record }: { record: Rec }) {
  const { t, lang } = useWords()
  const fl = ['rule_version', 'name', 'name_en', 'valid_from', 'valid_to', 'certainty', 'content']
  const iql = `rule_id = ${quoted(String(record['rule_id']))} AND sid != ${quoted(record.sid)} ORDER BY rule_version`
  const { data } = useSearch('deadline_rule', { fl, iql, rows: 50 }, { meta: { faults: 'own' } })
  const words = useKindWords(ruleIn(record['content'])?.case_kind)
  const versions = (data?.record ?? []).map((sister) => ({
    ...{ sid: sister.sid, name: String(sister['rule_version']), certainty: sister['certainty'] },
    cells: [String((lang === 'en' && sister['name_en']) || sister['name']), rightsOf(sister['content'], lang, words)],
    ...{ from: sister['valid_from'], to: sister['valid_to'] },
  }))
  const compared = useSearchParams()[0].get('with') ?? ''
  return (
    <>
      <OtherVersions
        model="deadline_rule"
        title={t('law.sisters')}
        heads={[t('law.version'), t('law.named'), t('law.right')]}
        versions={versions}
        compared={compared}
      />
      <Compared mine={ruleIn(record['content'])} theirs={ruleIn(data?.record.find(({ sid }) => sid === compared)?.['content'])} />
    </>
  )
}

/** Compares from the version with the lower number to the other. */
function Compared({ mine, theirs }: { mine: Rule | null; theirs: Rule | null }) {
  const { t } = useWords()
  if (!mine || !theirs) return null
  const [before, after] = mine.version < theirs.version ? [mine, theirs] : [theirs, mine]
  const named = ({ version }: Rule) => t('law.compare.version', { version })
  return <ChangedRule before={before} after={after} heads={{ before: named(before), after: named(after) }} />
}

/** The rights and routes: the most frequent difference between versions. */
function rightsOf(content: unknown, lang: Lang, words: KindWords | undefined): string {
  const rule = ruleIn(content)
  const option = words && optionWords(words)
  return [
    ...(rule?.right_types ?? []).map((type) => typeIn(type, lang, option)),
    ...(rule?.routes ?? []).map((route) => routeIn(route, lang, option)),
  ].join(lang === 'zh' ? '、' : ', ')
}
