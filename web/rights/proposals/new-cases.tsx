import { App, Button, Select } from 'antd'
import { useState } from 'react'
import { createCases } from '../../../model/rights/proposals/actions.ts'
import { CASES_OF } from '../../../model/rights/proposals/types.ts'
import type { CaseRole } from '../../../model/kit/fields.ts'
import type { SentBody } from '../../../model/kit/action.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, type Rec, useSchema, useWrite } from '../../api/api.ts'
import { ApiFault, linesOf } from '../../api/fault.ts'
import { allows } from '../../api/allows.ts'
import { useKinds } from '../../cases/kinds.ts'
import { fieldTo } from '../../fields/field-to.ts'
import { sidOf } from '../../fields/names.ts'
import { viewFor, viewOf } from '../../fields/views.ts'
import { formFields, mustFill } from '../../records/form/form-fields.ts'
import { FoundSelect } from '../../records/found-select.tsx'
import { FaultLines } from '../../ui/faults/fault-lines.tsx'
import { useWords } from '../../words/language.ts'

type Sent = SentBody<typeof createCases>['cases'][number]
/** `agency` and `applicants` as their editors hold them. */
type Wanted = Omit<Sent, 'agency_sid' | 'applicant_sids'> & { agency?: unknown; applicants?: unknown[] | null }
const HOME = 'CN'
const usualOf = (record: Rec): Wanted[] =>
  (CASES_OF[record['proposal_type'] as keyof typeof CASES_OF] ?? CASES_OF.INVENTION).map((one) => ({ ...one, country: HOME })) // an option of the field
const startOf = (record: Rec): Wanted => usualOf(record)[0] ?? { kind: 'patent', country: HOME }

const sentOf = ({ agency, applicants, ...rest }: Wanted): Sent => ({
  ...rest,
  ...(agency ? { agency_sid: sidOf(agency) } : {}),
  ...(applicants?.length ? { applicant_sids: applicants.map(sidOf) } : {}),
})

/** The cases to create: right, type, country, agency and applicants of each, from this disclosure alone or from several together. */
export function NewCases({ record }: { record: Rec }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [cases, setCases] = useState<readonly Wanted[]>(() => usualOf(record))
  const [others, setOthers] = useState<readonly string[]>([])
  const [lines, setLines] = useState<readonly string[]>([])
  const create = useWrite('proposal', () => act(createCases, { sids: [record.sid, ...others], cases: cases.map(sentOf) }), { faults: 'own' })
  const put = (at: number, one: Wanted) => setCases(cases.map((known, here) => (here === at ? one : known)))
  const submit = async () => {
    setLines([])
    try {
      const { cases: made } = await create.mutateAsync(undefined)
      message.success(t('outcome.created', { count: made.length }))
      setOthers([])
      setCases(usualOf(record))
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      setLines(linesOf(fault, t('colon')))
    }
  }
  return (
    <section className="create-cases" aria-label={t('outcome.create')}>
      <FaultLines lines={lines} />
      <Together record={record} value={others} onChange={setOthers} />
      {cases.map((one, at) => (
        <OneCase key={at} wanted={one} onChange={(next) => put(at, next)} />
      ))}
      <Button onClick={() => setCases([...cases, startOf(record)])}>{t('outcome.more')}</Button>{' '}
      {cases.length > 1 && <Button onClick={() => setCases(cases.slice(0, -1))}>{t('outcome.less')}</Button>}{' '}
      <Button type="primary" loading={create.isPending} onClick={() => void submit()}>
        {t('outcome.create')}
      </Button>
    </section>
  )
}

/** Other disclosures for which the decision to file was taken: the cases have the inventors of all of them. */
function Together({ record, value, onChange }: { record: Rec; value: readonly string[]; onChange: (sids: string[]) => void }) {
  const { t } = useWords()
  return (
    <div className="one-case">
      <FoundSelect
        isMany
        model="proposal"
        fields={['case_no', 'title']}
        condition={`status IN ('APPROVED', 'CASE_CREATED') AND sid != '${record.sid}'`}
        order="decided_date DESC"
        by={['case_no', 'title']}
        nameOf={(one) => `${String(one['case_no'])} ${String(one['title'])}`}
        label={t('outcome.together')}
        placeholder={t('outcome.together')}
        value={value}
        onChange={onChange}
        className="create-together"
      />
    </div>
  )
}

function OneCase({ wanted, onChange }: { wanted: Wanted; onChange: (next: Wanted) => void }) {
  const { t, lang } = useWords()
  const kinds = (useKinds() ?? []).filter((one) => one.model !== 'proposal' && !one.case?.dealing && allows(one, 'create'))
  const schema = useSchema(wanted.kind).data
  const fieldOf = (role: CaseRole) => schema?.fields.find(({ code }) => code === schema.case?.roles[role])
  const choices = (role: 'subtype' | 'country') => (fieldOf(role)?.options ?? []).map(({ code, label }) => ({ value: code, label }))
  const [agency, applicants] = [fieldOf('agency'), fieldOf('applicants')]
  const { Editor: One } = viewOf('reference')
  const { Editor: Many } = viewOf('references')
  return (
    <div className="one-case">
      <Select
        aria-label={t('outcome.kind')}
        value={wanted.kind}
        onChange={(kind) => onChange({ kind, country: HOME })}
        options={kinds.map((one) => ({ value: one.model, label: one[lang] }))}
        popupMatchSelectWidth={false}
      />
      {(['subtype', 'country'] as const).map(
        (role) =>
          choices(role).length > 0 && (
            <Select
              key={role}
              aria-label={t(`outcome.${role}`)}
              placeholder={t(`outcome.${role}`)}
              value={wanted[role] ?? null}
              onChange={(value) => onChange({ ...wanted, [role]: value })}
              options={choices(role)}
              showSearch={{ optionFilterProp: 'label' }}
              style={{ minWidth: 180 }}
            />
          ),
      )}
      {schema && <Needed schema={schema} wanted={wanted} onChange={onChange} />}
      {applicants && (
        <div className="one-case-party">
          <small className="quiet">{applicants.label}</small>
          <Many
            field={fieldTo('applicant', applicants.label)}
            label={applicants.label}
            value={wanted.applicants}
            onChange={(value: unknown) => onChange({ ...wanted, applicants: Array.isArray(value) ? value : [] })}
          />
        </div>
      )}
      {agency && (
        <div className="one-case-party">
          <small className="quiet">{agency.label}</small>
          <One
            field={fieldTo('agency', agency.label)}
            label={agency.label}
            value={wanted.agency}
            onChange={(value: unknown) => onChange({ ...wanted, agency: value })}
          />
        </div>
      )}
    </div>
  )
}

type NeededProps = { schema: WireSchema; wanted: Wanted; onChange: (next: Wanted) => void }

function Needed({ schema, wanted, onChange }: NeededProps) {
  return neededIn(schema).map((field) => {
    const { Editor } = viewFor(field)
    return (
      <div key={field.code} className="one-case-party">
        <small className="quiet">{field.label}</small>
        <Editor
          field={field}
          label={field.label}
          value={wanted.values?.[field.code]}
          onChange={(value: unknown) => onChange({ ...wanted, values: { ...wanted.values, [field.code]: value } })}
        />
      </div>
    )
  })
}

/** What the kind requires, and neither the disclosure nor the choices beside it give. */
function neededIn(schema: WireSchema) {
  const { title, subtype, country } = schema.case?.roles ?? {}
  const given = new Set([title, subtype, country])
  return formFields(schema, true).filter((field) => !given.has(field.code) && field.default === undefined && mustFill(field, true))
}
