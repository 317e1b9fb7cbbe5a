import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Modal, Select, Skeleton, Space } from 'antd'
import { useState } from 'react'
import type { Change } from '../../../model/documents/compare-text.ts'
import { compareVersions } from '../../../model/documents/document-actions.ts'
import { act, type Rec } from '../../api/api.ts'
import { ApiFault } from '../../api/fault.ts'
import { useWords } from '../../words/language.ts'
import './comparison.css'

type ComparisonProps = { versions: readonly Rec[]; first: Rec; onClose: () => void }

/** The texts of two versions, paragraph by paragraph; first the given one against the main one, the older first. */
export function Comparison({ versions, first, onClose }: ComparisonProps) {
  const { t } = useWords()
  const [before, after] = [first, versions.find((one) => one['is_main'] === true) ?? first].toSorted(
    (a, b) => Number(a['version_no']) - Number(b['version_no']),
  )
  const [pair, setPair] = useState({ sid: before?.sid ?? '', other: after?.sid ?? '' })
  const [isWhole, setWhole] = useState(false)
  const { data, error, isPending } = useQuery({
    queryKey: ['document', 'compare', pair],
    queryFn: () => act(compareVersions, pair),
    retry: false,
    staleTime: Infinity,
  })
  const offered = versions.map((one) => ({ value: one.sid, label: `V${String(one['version_no'])}` }))
  const pick = (of: keyof typeof pair, label: string) => (
    <Select size="small" aria-label={label} value={pair[of]} options={offered} onChange={(sid) => setPair({ ...pair, [of]: sid })} />
  )
  const isSame = data && data.changes.every(({ is }) => is === 'same')
  return (
    <Modal open width={960} title={t('versions.comparison')} footer={null} onCancel={onClose}>
      <Space wrap className="spaced">
        {pick('sid', t('versions.before'))} → {pick('other', t('versions.after'))}
        <Checkbox checked={isWhole} onChange={({ target }) => setWhole(target.checked)}>
          {t('versions.whole')}
        </Checkbox>
      </Space>
      {isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {error && <Alert type="error" showIcon title={error instanceof ApiFault ? error.message : String(error)} />}
      {data?.recognised && <Alert type="info" showIcon className="spaced" title={t('versions.recognised')} />}
      {data?.cut && <Alert type="info" showIcon className="spaced" title={t('versions.cut')} />}
      {isSame && <Alert type="success" showIcon className="spaced" title={t('versions.same')} />}
      {data && <Changes changes={data.changes} isWhole={isWhole} />}
    </Modal>
  )
}

/** Paragraphs that did not change are left out, except beside a change. */
function Changes({ changes, isWhole }: { changes: readonly Change[]; isWhole: boolean }) {
  const { t } = useWords()
  const isNear = (at: number) => [at - 1, at, at + 1].some((near) => changes[near] && changes[near].is !== 'same')
  return (
    <div className="comparison" role="region" aria-label={t('versions.comparison')} tabIndex={0}>
      {changes.map((change, at) =>
        isWhole || isNear(at) ? (
          <p key={at} className={change.is}>
            {change.is === 'changed' ? change.parts.map((part, place) => <Part key={place} {...part} />) : <Part {...change} />}
          </p>
        ) : isNear(at - 1) ? (
          <p key={at} className="left-out" aria-label={t('versions.leftOut')}>
            ⋯
          </p>
        ) : null,
      )}
    </div>
  )
}

function Part({ is, text }: { is: 'same' | 'added' | 'removed'; text: string }) {
  if (is === 'added') return <ins>{text}</ins>
  return is === 'removed' ? <del>{text}</del> : text
}
