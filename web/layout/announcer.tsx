import { CopyOutlined } from '@ant-design/icons'
import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../call.ts'
import type { ApiFault } from '../fault.ts'
import { faultLines, reactionTo } from '../fault.ts'
import { keepSession } from '../tokens.ts'
import { useWords } from '../words/language.ts'
import { onReport } from './report.ts'

export const LOGOUT_DELAY = 2000

/** Shows every failed call the way specification section 8 asks, in this one place. */
export function Announcer() {
  const { notification, modal, message } = App.useApp()
  const navigate = useNavigate()
  const { t } = useWords()
  const isAsking = useRef(false)

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

    const leave = () => setTimeout(() => keepSession(null), LOGOUT_DELAY)

    const ask = () => {
      if (isAsking.current) return
      isAsking.current = true
      modal.confirm({
        title: t('fault.timeout'),
        content: t('fault.timeoutHint'),
        okText: t('login.again'),
        cancelText: t('login.stay'),
        onOk: async () => {
          await call('/innoe-passport/logout', {}).catch(() => undefined)
          message.loading(t('login.going'), LOGOUT_DELAY / 1000)
          leave()
        },
        afterClose: () => (isAsking.current = false),
      })
    }

    return onReport((fault, meta) => {
      if (meta['faults'] === 'own') return
      // A form shows the conflict itself, field by field.
      if (meta['faults'] === 'form' && fault.code === 409) return
      const reaction = reactionTo(fault)
      if (reaction.show === 'message') show(fault, fault.message || t('fault.failed'))
      if (reaction.show === 'words') {
        show(fault, t(reaction.word))
        if (reaction.then === 'login') setTimeout(() => navigate('/login'), LOGOUT_DELAY)
      }
      if (reaction.show === 'fields' && meta['faults'] !== 'form') showFields(fault)
      if (reaction.show === 'page') navigate(reaction.page)
      if (reaction.show === 'timeout') ask()
      if (reaction.show === 'login') keepSession(null)
    })

    function showFields(fault: ApiFault) {
      const lines = faultLines(fault.errors, t('colon'))
      if (lines.length > 0) show(fault, t('fault.validation'), lines)
      else show(fault, fault.message)
    }
  }, [notification, modal, message, navigate, t])

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
