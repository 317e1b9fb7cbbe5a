import type { lookZh } from '../zh/appearance.ts'

export const lookEn: Record<keyof typeof lookZh, string> = {
  'look.title': 'Branding',
  'look.text': 'The name, logos and colours of the login page and every screen. Once saved, everyone sees them.',
  'look.names': 'Name and words',
  'look.nav': 'Layout and colours',
  'look.layout': 'Navigation',
  'look.layout.double': 'Two columns',
  'look.layout.left': 'Left',
  'look.layout.top': 'Top',
  'look.pictures': 'Pictures',
  'look.pictureHint': 'PNG, at most {{width}} × {{height}} pixels and 200 KB',
  'look.choose': 'Choose a picture',
  'look.takeOff': 'Remove',
  'look.ordinary': 'Default',
  'look.notPng': 'Choose a PNG picture',
  'look.tooLarge': 'The picture is larger than 200 KB',
  'look.tooWide': 'The picture is {{width}} × {{height}} pixels: too large',
  'look.readable': 'The theme colour is darkened or lightened where text would be hard to read.',
}
