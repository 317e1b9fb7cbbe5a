import { previewRule } from '../../../model/docketing/rule-actions.ts'
import { ArrowRightOutlined } from '@ant-design/icons'
import { App } from 'antd'
import { useCallback } from 'react'
import { Link } from 'react-router'
import type { Impact } from '../../../model/docketing/rules/rule-trial.ts'
import type { Rec } from '../../api/api.ts'
import { act } from '../../api/api.ts'
import { dayText } from '../../fields/moments.ts'
import { pageOf } from '../../api/page-of.ts'
import type { BeforeSave } from '../../records/detail/overview.tsx'
import { useWords } from '../../words/language.ts'

/** Before a changed rule is saved: the number of open deadlines that it would move, the first of them old → new, and a confirmation. */
export function useImpactQuestion(): BeforeSave {
  const { modal, message } = App.useApp()
  const { t } = useWords()
  return useCallback(
    async (record: Rec, changes: Record<string, unknown>) => {
      if (!('content' in changes)) return true
      const impact = await act(previewRule, { sid: record.sid, content: changes['content'] })
      const { open, moved } = impact
      if (moved > 0)
        return modal.confirm({
          title: t('law.impactTitle', { moved, open }),
          content: <Shifts impact={impact} />,
          okText: t('law.impactSave'),
          cancelText: t('law.impactBack'),
          width: 760,
          icon: null,
        })
      message.info(t('law.impactNone', { open }))
      return true
    },
    [modal, message, t],
  )
}

function Shifts({ impact: { open, looked, moved, deadlines } }: { impact: Impact }) {
  const { t, lang, tag } = useWords()
  const day = (date: string | null) => (date ? <time dateTime={date}>{dayText(date, tag)}</time> : <span className="none">—</span>)
  return (
    <div className="impact">
      <p className="quiet">
        {looked < open && `${t('law.impactPart', { looked })} `}
        {deadlines.length < moved && `${t('law.impactFirst', { shown: deadlines.length })} `}
        {t('law.impactWhen')}
      </p>
      <div className="impact-rows">
        <table className="rows">
          <tbody>
            {deadlines.map((one) => (
              <tr key={`${one.case_sid.sid} ${one.key}`}>
                <th scope="row">
                  <Link to={pageOf('case', `/${one.case_sid.sid}?tab=deadlines`)} target="_blank">
                    {one.case_sid.name}
                  </Link>
                </th>
                <td>{(lang === 'en' && one.name_en) || one.name}</td>
                <td className="number">{day(one.from)}</td>
                <td>
                  <ArrowRightOutlined aria-label={t('moved.becomes')} />
                </td>
                <td className="number">{one.what === 'CLOSED' ? t('moved.gone') : <b>{day(one.to)}</b>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
