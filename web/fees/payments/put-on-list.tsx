import { useQuery } from '@tanstack/react-query'
import { Alert, App, Checkbox, Form, Input, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { payTogether, sumFees } from '../../../model/fees/fee-actions.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import { act, useWrite } from '../../api/api.ts'
import { InCompanyCurrency } from '../../cases/charts/in-company-currency.tsx'
import { type Chosen, countOf } from '../../cases/worklist/use-worklist.ts'
import { useWords } from '../../words/language.ts'
import { type Summed, Sums } from '../sums.tsx'

type LeftOut = AnswerOf<typeof sumFees>['left_out']
const NONE: LeftOut = []

/** The part of the selection that a list accepts, fetched again each time the dialog opens. */
const usePreview = (chosen: Chosen) =>
  useQuery({
    queryKey: ['fee', 'list', chosen],
    queryFn: () => act(sumFees, { ...('sids' in chosen ? { sids: [...chosen.sids] } : { iql: chosen.iql }), for_list: true }),
    staleTime: 0,
    gcTime: 0,
  })

/** The part of a selection that one payment file takes: one currency, without the cases that have no number. */
type Part = { currency: string; isNumbered: boolean }
const WHOLE: Part = { currency: '', isNumbered: false }

function partOf(chosen: Chosen, { currency, isNumbered }: Part): Chosen {
  if (!currency && !isNumbered) return chosen
  const all = 'sids' in chosen ? `sid IN (${chosen.sids.map((sid) => `'${sid}'`).join(', ')})` : `(${chosen.iql})`
  const parts = [all, currency && `currency = '${currency}'`, isNumbered && 'case_sid.application_no IS NOT EMPTY']
  return { iql: parts.filter(Boolean).join(' AND '), total: countOf(chosen) }
}

/** The fees as the list takes them, with the number that the person has seen. */
const listed = (chosen: Chosen, total: number) => ('sids' in chosen ? { fee_sids: [...chosen.sids] } : { iql: chosen.iql, total })

const countIn = (sums: readonly { count: number }[]) => sums.reduce((total, one) => total + one.count, 0)

/** Shows the total of the list before it is made, and which of the selected fees it leaves out. */
export function PutOnList({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [payee, setPayee] = useState('')
  const [part, setPart] = useState<Part>(WHOLE)
  const whole = usePreview(chosen).data
  const { data: preview, refetch } = usePreview(partOf(chosen, part))
  const left = preview?.left_out ?? NONE
  const count = preview ? countIn(preview.record) : countOf(chosen)
  const make = useWrite('fee', () =>
    act(payTogether, {
      ...listed(partOf(chosen, part), count + left.length),
      left_out: left.map(({ sid }) => sid),
      ...(payee.trim() && { payee: payee.trim() }),
    }),
  )
  const put = async () => {
    const list = await make.mutateAsync(undefined).catch(() => undefined) // a refusal has already been shown
    if (!list) return void refetch()
    message.success(t('annuity.onList', { no: String(list['payment_no']) }))
    onClose() // until the list is on screen, its fees would be shown as left out
    navigate(`/annuities/payments?open=${list.sid}`)
  }
  return (
    <Modal
      open
      title={t('annuity.listTitle', { count })}
      okText={t('annuity.putOnList')}
      okButtonProps={{ disabled: !preview || count === 0, loading: make.isPending }}
      onCancel={onClose}
      onOk={() => void put()}
    >
      <dl className="sums">
        <dt>{t('annuity.listSums')}</dt>
        <dd>
          <Sums sums={preview?.record} />
          <InCompanyCurrency sums={(preview?.record ?? []).map(({ currency, total }) => ({ currency, amount: total }))} />
        </dd>
      </dl>
      <LeftOutFees left={left} />
      <Doubts sums={preview?.record} />
      <EarlierYears earlier={preview?.earlier ?? []} />
      <Parts sums={whole?.record} part={part} onPart={setPart} />
      <Form layout="vertical">
        <Form.Item label={t('annuity.payee')} htmlFor="list-payee">
          <Input id="list-payee" maxLength={255} value={payee} onChange={(event) => setPayee(event.target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** Selects the part that the payment file accepts, if it would refuse the selection as a whole. */
function Parts({ sums = [], part, onPart }: { sums: Summed; part: Part; onPart: (part: Part) => void }) {
  const { t } = useWords()
  const unnumbered = sums.filter(({ currency }) => !part.currency || currency === part.currency).reduce((total, one) => total + one.unnumbered, 0)
  const currencies = sums.map(({ currency, count }) => ({ value: currency, label: `${currency} (${count})` }))
  return (
    <>
      {sums.length > 1 && (
        <Segmented
          className="spaced"
          aria-label={t('annuity.oneCurrency')}
          value={part.currency}
          onChange={(currency) => onPart({ ...part, currency })}
          options={[{ value: '', label: t('annuity.everyCurrency') }, ...currencies]}
        />
      )}
      {unnumbered > 0 && (
        <Checkbox className="spaced" checked={part.isNumbered} onChange={({ target }) => onPart({ ...part, isNumbered: target.checked })}>
          {t('annuity.onlyNumbered', { count: unnumbered })}
        </Checkbox>
      )}
    </>
  )
}

function LeftOutFees({ left }: { left: LeftOut }) {
  const { t } = useWords()
  if (left.length === 0) return null
  const named = (
    <ul className="left-out-fees">
      {left.map(({ sid, name, why }) => (
        <li key={sid}>{t('annuity.leftOutFee', { name, why })}</li>
      ))}
    </ul>
  )
  return <Alert type="warning" showIcon className="spaced" title={t('annuity.leftOut', { count: left.length })} description={named} />
}

const NAMED = 10

/** A right is kept only if its earlier years are paid too; the list leaves them to the person, who may have missed them. */
function EarlierYears({ earlier }: { earlier: AnswerOf<typeof sumFees>['earlier'] }) {
  const { t, lang } = useWords()
  if (earlier.length === 0) return null
  const names = earlier.slice(0, NAMED).map(({ case_no, year }) => t('annuity.earlierYear', { case: case_no, year }))
  const said = [...names, ...(earlier.length > NAMED ? ['…'] : [])].join(lang === 'zh' ? '、' : ', ')
  return <Alert type="warning" showIcon className="spaced" title={t('annuity.earlier', { count: earlier.length })} description={said} />
}

/** Warnings to check before the list is paid. */
function Doubts({ sums = [] }: { sums: Summed }) {
  const { t } = useWords()
  const totalOf = (what: 'unsure' | 'unnumbered') => sums.reduce((sum, one) => sum + one[what], 0)
  const [unsure, unnumbered] = [totalOf('unsure'), totalOf('unnumbered')]
  return (
    <>
      {unsure > 0 && <Alert type="warning" showIcon className="spaced" title={t('annuity.unsure', { count: unsure })} />}
      {sums.length > 1 && <Alert type="warning" showIcon className="spaced" title={t('annuity.mixed', { count: sums.length })} />}
      {unnumbered > 0 && <Alert type="warning" showIcon className="spaced" title={t('annuity.unnumbered', { count: unnumbered })} />}
    </>
  )
}
