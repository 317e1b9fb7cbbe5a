import { endView } from '../../../model/auth/roles/view-as-actions.ts'
import { EyeOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useEffect } from 'react'
import { act, useSession } from '../../api/api.ts'
import { closeView } from '../../api/call.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'

/** On every page while a person views as another one; the view ends by itself after its time. */
export function ViewingBanner() {
  const { t, tag } = useWords()
  const zone = useZone()
  const viewing = useSession()?.viewing
  const until = viewing?.expires_at
  useEffect(() => {
    if (!until) return
    const timer = setTimeout(closeView, Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  if (!viewing) return null
  // The server ends it by itself if it cannot be reached now.
  const end = () => void act(endView, {}, { asOneself: true }).catch(() => undefined).then(closeView) // oxfmt-ignore
  return (
    <Alert
      type="warning"
      banner
      className="viewing"
      icon={<EyeOutlined />}
      title={t('view.banner', { name: viewing.name, until: timeText(viewing.expires_at, tag, zone) })}
      action={
        <Button size="small" type="primary" onClick={end}>
          {t('view.end')}
        </Button>
      }
    />
  )
}
