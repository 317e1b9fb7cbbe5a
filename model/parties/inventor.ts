import { boolean, link, string } from '../kit/fields.ts'
import { A_MOBILE } from '../kit/identity/mobile.ts'
import { defineModel, type Row } from '../kit/model.ts'

export const inventor = defineModel({
  name: 'inventor',
  zh: '发明人',
  en: 'Inventor',
  display: ['name'],
  open_to_bi: ['name', 'name_en', 'department', 'external', 'resigned'],
  disambiguate_by: { field: 'employee_no', shared: true },
  scope: 'tenant',
  public_name: true,
  natural_keys: { by: [['id_no'], ['user_sid'], ['name', 'employee_no'], ['name']], apart: ['id_no', 'employee_no'] },
  indexes: [['name']],
  found_by: ['name', 'name_en', 'employee_no'],
  fields: {
    name: string('姓名', 'Name', { required: true, searchable: true, list: true, full_text: true, max: 100 }),
    name_en: string('英文名', 'English name', { max: 100, searchable: true, list: true }),
    nationality: string('国籍', 'Nationality', { max: 2, upper: true, code_of: 'country' }),
    id_no: string('证件号码', 'ID number', { max: 20, plain: true, masked: 'id_no' }),
    user_sid: link('对应人员', 'Person', { to: 'user_info', searchable: true, list: true }),
    employee_no: string('工号', 'Employee no.', { max: 40, searchable: true, list: true }),
    department: link('部门', 'Department', { renamed_from: 'department_sid', to: 'department', searchable: true, list: true }),
    email: string('邮箱', 'E-mail', {
      max: 120,
      lower: true,
      pattern: '^[^@\\s]+@[^@\\s.]+(\\.[^@\\s.]+)+$',
      pattern_says: ['格式不正确', 'must be an e-mail address'],
    }),
    mobile: string('手机', 'Mobile', { masked: 'mobile', ...A_MOBILE }),
    address: string('地址', 'Address', { max: 255 }),
    bank_account: string('银行账号', 'Bank account', { max: 60 }),
    external: boolean('外部人员', 'External', { default: false, searchable: true }),
    resigned: boolean('已离职', 'Resigned', { default: false, searchable: true }),
  },
})

export type Inventor = Row<typeof inventor>
