import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../model/kit/action.ts'
import { PASSWORD_LENGTHS, type PasswordPart } from '../../model/auth/passwords/password-rule.ts'
import { readPasswordRules } from '../../model/auth/session/sign-in-routes.ts'
import { ask } from '../api/call.ts'
import { useWords } from '../words/language.ts'

type Rules = AnswerOf<typeof readPasswordRules>

export const usePasswordRules = (): Rules | undefined =>
  useQuery({ queryKey: ['password_rules'], queryFn: () => ask(readPasswordRules, {}, { anonymous: true }) }).data

const PARTS: readonly PasswordPart[] = ['length', 'kinds', 'spaces', 'common']

/** The password rules of the tenant; each is checked off during typing. `missing` is absent while the input is empty. */
export function PasswordRules({ rules, missing }: { rules: Rules; missing: readonly PasswordPart[] | undefined }) {
  const { t } = useWords()
  const { min, max } = PASSWORD_LENGTHS[rules.password_length]
  const words: Record<PasswordPart, string> = {
    length: t('password.length', { min, max }),
    kinds: t(rules.password_kinds === 'TWO' ? 'password.kindsTwo' : 'password.kindsFour'),
    spaces: t('password.spaces'),
    common: t('password.common'),
  }
  return (
    <ul id="password-rules" className="rules">
      {PARTS.filter((part) => part !== 'kinds' || rules.password_kinds !== 'ANY').map((part) => (
        <Rule key={part} text={words[part]} isMet={missing !== undefined && !missing.includes(part)} />
      ))}
      <li className="quiet">{t('password.history', { count: rules.password_history })}</li>
      {rules.password_days > 0 && <li className="quiet">{t('password.days', { count: rules.password_days })}</li>}
    </ul>
  )
}

function Rule({ text, isMet }: { text: string; isMet: boolean }) {
  const { t } = useWords()
  return (
    <li className={isMet ? 'done' : 'quiet'}>
      {isMet ? <CheckCircleFilled aria-label={t('password.met')} /> : <MinusCircleOutlined aria-hidden />} {text}
    </li>
  )
}
