import { Button, ConfigProvider } from 'antd'
import type { SentTo } from '../../model/kit/wire/route.ts'
import type { changeLook } from '../../model/settings/layouts/look-routes.ts'
import type { Tenant } from '../api/api.ts'
import { contrast, parseColour } from '../ui/colour.ts'
import { chromeOf, themeOf } from '../ui/theme.ts'
import { useWords } from '../words/language.ts'

type Look = SentTo<typeof changeLook>

/** The colours before they are saved, as the screens will have them in the light and in the dark. */
export function LookPreview({ look }: { look: Look }) {
  const { t } = useWords()
  return (
    <div className="look-previews">
      {[false, true].map((isDark) => (
        <figure key={String(isDark)}>
          <figcaption>{t(isDark ? 'look.dark' : 'look.light')}</figcaption>
          <Sample look={look} isDark={isDark} />
        </figure>
      ))}
    </div>
  )
}

const GROUND = { light: { page: '#ffffff', ink: '#1d2129', menu: '#4a515c' }, dark: { page: '#1b1e24', ink: '#e3e6ea', menu: '#b4bac3' } }

function Sample({ look, isDark }: { look: Look; isDark: boolean }) {
  const { t } = useWords()
  const tenant = look as Tenant // its colours are all that is read
  const theme = themeOf(tenant, isDark)
  const { page, ink, menu } = isDark ? GROUND.dark : GROUND.light
  const chrome = chromeOf(tenant, isDark)
  const [background, color] = [chrome.background ?? page, chrome.color ?? menu]
  const accent = String(theme.token?.colorPrimary)
  const logo = (isDark && look.head_logo_dark) || look.head_logo
  return (
    <ConfigProvider theme={{ ...theme, cssVar: { key: isDark ? 'look-dark' : 'look-light', prefix: 'ant' } }}>
      <div className="look-sample" style={{ background: page, color: ink }}>
        <div className="look-bar" style={{ background, color }}>
          {logo ? <img src={logo} alt="" /> : <b>{look.system_name || 'Innoe'}</b>}
          <span>{t('look.menu')}</span>
        </div>
        <p aria-hidden inert className="look-act">
          <Button type="primary" size="small">
            {t('look.button')}
          </Button>
          <span style={{ color: accent }}>{t('look.link')}</span>
        </p>
        <p>{t('look.contrast', { accent: ratio(accent, page), menu: ratio(color, background) })}</p>
      </div>
    </ConfigProvider>
  )
}

/** As WCAG writes it: 4.5 and more is readable. */
function ratio(text: string, ground: string) {
  const [one, other] = [parseColour(text), parseColour(ground)]
  return one && other ? contrast(one, other).toFixed(1) : ''
}
