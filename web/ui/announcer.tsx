import { CopyOutlined } from '@ant-design/icons'
import { App } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { ApiFault } from '../api/fault.ts'
import { faultLines, reactionTo } from '../api/fault.ts'
import { useWords } from '../words/language.ts'
import { useApprovalStarted } from './approval-started.ts'
import { onReport } from './faults/report.ts'

export const LOGOUT_DELAY = 2000

/** Shows every failed call as in specification section 8, in this one place. */
export function Announcer() {
  const { notification, message } = App.useApp()
  const sayStarted = useApprovalStarted()
  const navigate = useNavigate()
  const { t } = useWords()

  useEffect(() => {
    const copy = async (text: string) => {
      await copyText(text)
      message.success(t('fault.copied'))
    }

    const show = (fault: ApiFault, title: string, lines: readonly string[] = []) =>
      notification.error({
        key: `${fault.code} ${title}`,
        title,
        description: (
          <>
            {lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
            <button type="button" className="plain quiet" onClick={() => void copy(fault.raw)}>
              <CopyOutlined aria-hidden /> {t('fault.copy')}
            </button>
          </>
        ),
        onClick: () => void copy(fault.raw),
        duration: 6,
        role: 'alert',
      })

    return onReport((fault, meta) => {
      const reaction = reactionTo(fault)
      const leads = reaction.show === 'page' || (reaction.show === 'words' && reaction.then)
      if (reaction.show === 'notice') return notification.info({ key: fault.message, title: fault.message, duration: 8, role: 'status' })
      if (reaction.show === 'approval') return sayStarted(fault.message)
      // A screen may show a fault itself, unless the fault redirects to another page.
      if (meta['faults'] === 'own' && !leads) return
      // A form shows the conflict itself, field by field.
      if (meta['faults'] === 'form' && fault.code === 409) return
      if (reaction.show === 'message') show(fault, fault.message || t('fault.failed'))
      if (reaction.show === 'words') {
        show(fault, t(reaction.word))
        if (reaction.then === 'login') setTimeout(() => navigate('/login'), LOGOUT_DELAY)
      }
      if (reaction.show === 'fields' && meta['faults'] !== 'form') showFields(fault)
      if (reaction.show === 'page') navigate(reaction.page)
      // The session itself reports 'timeout' and 'login', in every tab.
    })

    function showFields(fault: ApiFault) {
      const lines = faultLines(fault.errors, t('colon'))
      if (lines.length > 0) show(fault, t('fault.validation'), lines)
      else show(fault, fault.message)
    }
  }, [notification, message, sayStarted, navigate, t])

  return null
}

/** The clipboard interface is missing on plain http. */
async function copyText(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = Object.assign(document.createElement('textarea'), { value: text })
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
