import { useQuery } from '@tanstack/react-query'
import { Alert, Segmented } from 'antd'
import { type Lang, wordIn, type Words } from '../../../model/kit/fields.ts'
import { MAIL_VARIABLES } from '../../../model/mail/mail-variables.ts'
import { fillMail } from '../../../model/mail/sending-actions.ts'
import { act } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'

/** A template with the values of a case, as far as this person reads them. */
export const useFilled = (case_sid: string | undefined, template: string | undefined, language: Lang) =>
  useQuery({
    queryKey: ['fill mail', template, case_sid, language],
    queryFn: () => act(fillMail, { sid: template ?? '', case_sid: case_sid ?? '', language }),
    enabled: template !== undefined && case_sid !== undefined,
  })

const WORDS: Readonly<Record<string, Words>> = MAIL_VARIABLES

export function Missing({ names }: { names: readonly string[] }) {
  const { t, lang } = useWords()
  if (names.length === 0) return null
  const list = names.map((name) => (WORDS[name] ? wordIn(WORDS[name], lang) : name)).join(lang === 'zh' ? '、' : ', ')
  return <Alert type="warning" showIcon className="spaced" title={t('sendMail.missing', { names: list })} />
}

type LanguageProps = { value: Lang; onChange: (language: Lang) => void }

/** The language of the mail, not of the screen. */
export const MailLanguage = ({ value, onChange }: LanguageProps) => (
  <Segmented<Lang>
    value={value}
    onChange={onChange}
    options={[
      { value: 'zh', label: '中文' },
      { value: 'en', label: 'English' },
    ]}
  />
)
