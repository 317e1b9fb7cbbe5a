import type { Words } from '../../kit/fields.ts'

/** The order decides: most browsers also claim to be Chrome or Safari. */
const BROWSERS: readonly (readonly [RegExp, Words])[] = [
  [/MicroMessenger/, ['微信', 'WeChat']],
  [/DingTalk/, ['钉钉', 'DingTalk']],
  [/(?:Lark|Feishu)\//, ['飞书', 'Feishu']],
  [/\bEdgA?\//, ['Edge', 'Edge']],
  [/\bOPR\//, ['Opera', 'Opera']],
  [/(?:Firefox|FxiOS)\//, ['Firefox', 'Firefox']],
  [/(?:Chrome|CriOS)\//, ['Chrome', 'Chrome']],
  [/Safari\//, ['Safari', 'Safari']],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** The browser and system that a user agent string names, such as “Chrome, Windows”. A caller may claim anything. */
export function deviceOf(agent: string): Words {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1] ?? (['其他客户端', 'Another client'] as const)
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1]
  return system ? [`${browser[0]}，${system}`, `${browser[1]}, ${system}`] : browser
}
