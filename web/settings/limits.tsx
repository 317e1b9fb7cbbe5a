import { useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '../../model/kit/action.ts'
import { wordIn } from '../../model/kit/fields.ts'
import type { SentTo } from '../../model/kit/wire/route.ts'
import { changeLimits, type readLimits } from '../../model/settings/limit-routes.ts'
import { LIMIT_GROUPS, LIMITS } from '../../model/settings/limits.ts'
import { ask } from '../api/call.ts'
import { LIMITS_KEY, useLimitsQuery } from '../api/limits.ts'
import { EntityPage } from '../records/entity-page.tsx'
import { PageFault } from '../ui/faults/query-fault.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { useWords } from '../words/language.ts'
import { Setting } from './setting.tsx'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'

type Limits = AnswerOf<typeof readLimits>

/** Upper limits for one act of a person; the page is for people who may change roles. */
export const LimitSettings = () => <EntityPage entity="role" ability="update" content={AllLimits} />

function AllLimits() {
  const { data, error, refetch } = useLimitsQuery()
  if (error) return <PageFault fault={error} onRetry={() => void refetch()} />
  return data ? <LimitsForm limits={data} /> : <PageSkeleton />
}

function LimitsForm({ limits }: { limits: Limits }) {
  const { t, lang } = useWords()
  const client = useQueryClient()
  const form = useSettingsForm<SentTo<typeof changeLimits>, Limits>(
    (body) => ask(changeLimits, body),
    (answer) => client.setQueryData(LIMITS_KEY, answer),
  )
  const values: Readonly<Record<string, unknown>> = { ...limits, ...form.changes }
  return (
    <SettingsForm title={t('limits.title')} text={t('limits.text')} form={form}>
      {Object.entries(LIMIT_GROUPS).map(([group, words]) => (
        <fieldset key={group} className="group">
          <legend>{wordIn(words, lang)}</legend>
          <div className="look-lines">
            {Object.entries(LIMITS).map(
              ([code, field]) =>
                field.group === group && (
                  <Setting key={code} id={`limit-${code}`} field={field} value={values[code]} onChange={(value) => form.put({ [code]: value })} />
                ),
            )}
          </div>
        </fieldset>
      ))}
    </SettingsForm>
  )
}
