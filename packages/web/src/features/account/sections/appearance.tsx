import { chooseTheme, useThemeChoice } from '../../../lib/state/theme.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

export default function Appearance() {
  const choice = useThemeChoice();
  return (
    <SegmentedControl
      label="Theme"
      value={choice}
      onChange={chooseTheme}
      segments={[
        { value: 'system', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
    />
  );
}
