import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useWords } from '../../words/language.ts'

type NoticeProps = { code?: string; title: string; text?: string; extra?: ReactNode; isPage?: boolean; children?: ReactNode }

/** Shown in the shell: this person may not see this page. */
export function NotAllowed() {
  const { t } = useWords()
  return <Notice isPage={false} title={t('notice.403')} text={t('notice.403Text')} extra={<Link to="/home">{t('notice.home')}</Link>} />
}

/** A page with only a notice. Without `isPage` it is part of another page. */
export function Notice({ code, title, text, extra, isPage = true, children }: NoticeProps) {
  const { t } = useWords()
  useEffect(() => {
    document.title = title
  }, [title])
  const Box = isPage ? 'main' : 'div'
  return (
    <Box className="notice">
      {code && (
        <p className="notice-code number" aria-hidden>
          {code}
        </p>
      )}
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      <p className="notice-acts">{extra ?? <Link to="/">{t('notice.home')}</Link>}</p>
      {children}
    </Box>
  )
}
