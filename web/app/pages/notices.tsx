import { Button } from 'antd'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { logOut } from '../../api/call.ts'
import { Notice } from '../../ui/faults/notice.tsx'
import { useWords } from '../../words/language.ts'
import { useIsInside } from './in-shell.tsx'

export const NotFound = () => {
  const { t } = useWords()
  return <Notice code="404" isPage={!useIsInside()} title={t('notice.404')} text={t('notice.404Text')} />
}

export const Forbidden = () => {
  const { t } = useWords()
  return <Notice code="403" title={t('notice.403')} text={t('notice.403Text')} />
}

export const BothEnds = () => {
  const { t } = useWords()
  const navigate = useNavigate()
  const leave = async () => {
    await logOut()
    navigate('/login')
  }
  const acts = (
    <>
      <Link to="/">{t('notice.home')}</Link> · <Button onClick={() => void leave()}>{t('notice.412Leave')}</Button>
    </>
  )
  return <Notice code="412" title={t('notice.412')} text={t('notice.412Text')} extra={acts} />
}

export const MoveToPc = () => {
  const { t } = useWords()
  return <Notice title={t('notice.pc')} text={t('notice.pcText', { address: location.origin })} />
}

export const Privacy = () => {
  const { t } = useWords()
  useEffect(() => {
    document.title = t('privacy.title')
  }, [t])
  return (
    <main className="notice prose">
      <h1>{t('privacy.title')}</h1>
      <p>{t('privacy.kept')}</p>
      <p>{t('privacy.browser')}</p>
      <p>{t('privacy.nobody')}</p>
      <p>{t('privacy.rights')}</p>
      <p className="notice-acts">
        <Link to="/login">{t('login.submit')}</Link>
      </p>
    </main>
  )
}
