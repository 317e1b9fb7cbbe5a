import type { ApprovalView } from '../../../model/approval/approval-actions.ts'
import { APPROVAL_ACTS } from '../../../model/approval/approval_log.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'
import { labelIn, textIn } from './approvals.ts'

/** The events of an approval, the latest first. */
export function ApprovalLog({ approval }: { approval: ApprovalView }) {
  const { t, lang, tag } = useWords()
  const zone = useZone()
  return (
    <div className="rows-scroll">
      <table className="rows approval-log" aria-label={t('approval.log')}>
        <thead>
          <tr>
            <th scope="col">{t('approval.when')}</th>
            <th scope="col">{t('approval.who')}</th>
            <th scope="col">{t('approval.what')}</th>
            <th scope="col">{t('approval.opinion')}</th>
          </tr>
        </thead>
        <tbody>
          {approval.log.toReversed().map((line) => (
            <tr key={line.seq}>
              <td>
                <time dateTime={line.at}>{timeText(line.at, tag, zone)}</time>
              </td>
              <td>
                {line.person?.name ?? t('changes.system')}
                {line.for && <small className="quiet"> {t('approval.for', { name: line.for.name })}</small>}
              </td>
              <td>
                {labelIn(APPROVAL_ACTS, line.act, lang)}
                {line.to.length > 0 && ` → ${line.to.map(({ name }) => name).join(lang === 'zh' ? '、' : ', ')}`}{' '}
                <small className="quiet">{textIn(line, 'node_name', lang)}</small>
              </td>
              <td>{line.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
