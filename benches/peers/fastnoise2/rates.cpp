// Rates of FastNoise2 on the works of this folder's table, one thread, as JSON lines: {"work": .., "rate": samples a second}.
// scripts/benchmarks.sh builds and runs it, where it is given FastNoise2's source.
//
// usage: rates [ROUNDS]      the median of the rounds counts; each lasts at least 50 milliseconds

#include <FastNoise/FastNoise.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

using namespace FastNoise;

static SmartNode<Generator> noise(int octaves) {
    auto perlin = New<Perlin>();
    perlin->SetScale(1.0f);
    if (octaves == 1) return perlin;
    auto fbm = New<FractalFBm>();
    fbm->SetSource(perlin);
    fbm->SetOctaveCount(octaves);
    return fbm;
}

static SmartNode<Generator> cellular() {
    auto distance = New<CellularDistance>();
    distance->SetScale(1.0f);
    return distance;
}

static SmartNode<Generator> warped(int octaves) {
    auto warp = New<DomainWarpGradient>();
    warp->SetScale(1.0f);
    warp->SetWarpAmplitude(1.0f);
    warp->SetSource(noise(octaves));
    return warp;
}

static double seconds(const std::function<void()>& work) {
    using clock = std::chrono::steady_clock;
    auto start = clock::now();
    int times = 0;
    double passed = 0.0;
    do {
        work();
        times += 1;
        passed = std::chrono::duration<double>(clock::now() - start).count();
    } while (passed < 0.05);
    return passed / times;
}

static void measure(const char* name, size_t samples, int rounds, const std::function<void()>& work) {
    work();
    std::vector<double> times;
    for (int round = 0; round < rounds; round++) times.push_back(seconds(work));
    std::sort(times.begin(), times.end());
    std::printf("{\"work\": \"%s\", \"rate\": %.0f}\n", name, samples / times[times.size() / 2]);
}

int main(int count, char** arguments) {
    int rounds = count > 1 ? std::max(1, std::atoi(arguments[1])) : 9;
    std::vector<float> out(1 << 24);
    float* to = out.data();
    auto one = noise(1), six = noise(6);
    measure("2-D 1024x1024, 64 samples a cell", 1 << 20, rounds,
            [&] { one->GenUniformGrid2D(to, 0, 0, 1024, 1024, 1.0f / 64, 1.0f / 64, 1); });
    measure("2-D 1024x1024, fbm 6 from 0.005", 1 << 20, rounds,
            [&] { six->GenUniformGrid2D(to, 0, 0, 1024, 1024, 0.005f, 0.005f, 1); });
    measure("3-D 256x256x256, frequency 0.02", 1 << 24, rounds,
            [&] { one->GenUniformGrid3D(to, 0, 0, 0, 256, 256, 256, 0.02f, 0.02f, 0.02f, 1); });
    measure("3-D 128x128x128, frequency 0.02", 1 << 21, rounds,
            [&] { one->GenUniformGrid3D(to, 0, 0, 0, 128, 128, 128, 0.02f, 0.02f, 0.02f, 1); });
    measure("3-D 128x128x128, fbm 6 from 0.02", 1 << 21, rounds,
            [&] { six->GenUniformGrid3D(to, 0, 0, 0, 128, 128, 128, 0.02f, 0.02f, 0.02f, 1); });
    measure("3-D 64x64x64, fbm 6 from 0.02", 1 << 18, rounds,
            [&] { six->GenUniformGrid3D(to, 0, 0, 0, 64, 64, 64, 0.02f, 0.02f, 0.02f, 1); });
    auto cells = cellular(), warped_one = warped(1), warped_six = warped(6);
    measure("2-D 1024x1024, cellular, 64 samples a cell", 1 << 20, rounds,
            [&] { cells->GenUniformGrid2D(to, 0, 0, 1024, 1024, 1.0f / 64, 1.0f / 64, 1); });
    measure("2-D 1024x1024, cellular, 20 samples a cell", 1 << 20, rounds,
            [&] { cells->GenUniformGrid2D(to, 0, 0, 1024, 1024, 0.05f, 0.05f, 1); });
    measure("3-D 128x128x128, cellular, 20 samples a cell", 1 << 21, rounds,
            [&] { cells->GenUniformGrid3D(to, 0, 0, 0, 128, 128, 128, 0.05f, 0.05f, 0.05f, 1); });
    measure("2-D 1024x1024, warped, 64 samples a cell", 1 << 20, rounds,
            [&] { warped_one->GenUniformGrid2D(to, 0, 0, 1024, 1024, 1.0f / 64, 1.0f / 64, 1); });
    measure("2-D 1024x1024, warped, fbm 6 from 0.005", 1 << 20, rounds,
            [&] { warped_six->GenUniformGrid2D(to, 0, 0, 1024, 1024, 0.005f, 0.005f, 1); });
    // Points in no order, over as much of the world as a grid of 1024 samples an axis.
    std::vector<float> xs(1 << 18), ys(1 << 18);
    uint32_t state = 1;
    auto next = [&] { return (state = state * 1664525u + 1013904223u) / 4294967296.0f * 16.0f; };
    for (size_t k = 0; k < xs.size(); k++) xs[k] = next(), ys[k] = next();
    measure("262144 points in 2-D", xs.size(), rounds,
            [&] { one->GenPositionArray2D(to, int(xs.size()), xs.data(), ys.data(), 0, 0, 1); });
}
