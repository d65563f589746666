// RUN: tile-opt %s --split-input-file -p "auto-tile-matmul-l0{machine=ascend950 planner=pypto}" --verify-diagnostics

// An operand that its author put into L0 and that alone exceeds it stops the pass; a legal one is left alone.

// case 1
func.func @case_1(%a_left: !tile.tile<128x256xf16, left>, %b_right: !tile.tile<256x256xf16, right>) -> !tile.tile<128x256xf32, acc> {
  // expected-error@+1 {{right operand %b_right in right (L0B), 256x256xf16, needs 131072 bytes of 65536: keep it in mat and pass it to 'tile.matmul' directly}}
  %c = tile.matmul %a_left, %b_right : !tile.tile<128x256xf16, left>, !tile.tile<256x256xf16, right> -> !tile.tile<128x256xf32, acc>
  func.return %c : !tile.tile<128x256xf32, acc>
}

// -----

// case 2
func.func @case_2(%a_left: !tile.tile<256x256xf16, left>, %b_right: !tile.tile<256x64xf16, right>, %acc: !tile.tile<256x64xf32, acc>) -> !tile.tile<256x64xf32, acc> {
  // expected-error@+1 {{left operand %a_left in left (L0A), 256x256xf16, needs 131072 bytes of 65536}}
  %c = tile.matmul_acc %acc, %a_left, %b_right : !tile.tile<256x64xf32, acc>, !tile.tile<256x256xf16, left>, !tile.tile<256x64xf16, right>
  func.return %c : !tile.tile<256x64xf32, acc>
}

// -----

// case 2b
func.func @case_2b(%a_left: !tile.tile<256x256xf16, left>, %b_right: !tile.tile<256x64xf16, right>, %acc: !tile.tile<256x64xf32, acc>, %first: i1) -> !tile.tile<256x64xf32, acc> {
  // expected-error@+1 {{left operand %a_left in left (L0A), 256x256xf16, needs 131072 bytes of 65536}}
  %c = tile.matmul_acc %acc, %a_left, %b_right init %first : !tile.tile<256x64xf32, acc>, !tile.tile<256x256xf16, left>, !tile.tile<256x64xf16, right>
  func.return %c : !tile.tile<256x64xf32, acc>
}

// -----

// case 3: exactly at the capacity.
func.func @case_3(%a_left: !tile.tile<128x256xf16, left>, %b_right: !tile.tile<256x128xf16, right>) -> !tile.tile<128x128xf32, acc> {
  %c = tile.matmul %a_left, %b_right : !tile.tile<128x256xf16, left>, !tile.tile<256x128xf16, right> -> !tile.tile<128x128xf32, acc>
  func.return %c : !tile.tile<128x128xf32, acc>
}
